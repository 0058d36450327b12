import { ImageIcon } from '@primer/octicons-react'
import { useParams } from '@tanstack/react-router'
import { useRef, type ComponentProps } from 'react'
import { PICTURE_TYPES, picturesIn, uploadPicture } from '../../live/upload-picture.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import styles from './marked-area.module.css'

const t = messagesOf(texts)

/** Text with marks. Pictures are pasted, dropped or chosen, and their addresses are put into the text. */
export function MarkedArea({ hint, ...rest }: ComponentProps<typeof TextArea>) {
  const { organization = '' } = useParams({ strict: false })
  const field = useRef<HTMLDivElement>(null)
  const uploads = useRef(0)
  const insert = async (files: readonly File[]) => {
    const area = field.current?.querySelector('textarea')
    if (!area || files.length === 0) return
    uploads.current += 1
    // The form waits for the addresses of the pictures.
    area.setCustomValidity(t('pictureComes'))
    await insertPictures(area, organization, files)
    uploads.current -= 1
    if (uploads.current === 0) area.setCustomValidity('')
  }
  const take = (data: DataTransfer | null) => {
    const files = picturesIn(data)
    void insert(files)
    return files.length > 0
  }
  return (
    <div ref={field} className={styles.field}>
      <TextArea
        {...rest}
        hint={hint ?? t('marks')}
        onPaste={(event) => take(event.clipboardData) && event.preventDefault()}
        onDrop={(event) => take(event.dataTransfer) && event.preventDefault()}
      />
      <AddPicture onChoose={(files) => void insert(files)} />
    </div>
  )
}

/** Button that chooses pictures. */
function AddPicture({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const chosen = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        look="quiet"
        className={styles.add}
        title={t('addPicture')}
        aria-label={t('addPicture')}
        onClick={() => chosen.current?.click()}
      >
        <ImageIcon size={16} />
      </Button>
      <input
        ref={chosen}
        type="file"
        accept={PICTURE_TYPES}
        hidden
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

/** Stores pictures, and puts their addresses at the cursor. */
async function insertPictures(
  area: HTMLTextAreaElement,
  organization: string,
  files: readonly File[],
): Promise<void> {
  for (const file of files) {
    const picture = await uploadPicture(organization, file)
    if (!picture) continue
    area.setRangeText(`![](${picture.url})`, area.selectionStart, area.selectionEnd, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

import { useRef, useState } from 'react'
import { PICTURE_TYPES, uploadPicture } from '../../live/upload-picture.ts'
import texts from '../../messages/en/organization.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './settings.module.css'

const t = messagesOf(texts)

type LogoFieldProps = { slug: string; address: string; error: string | undefined }

/** Address of the logo, and a button that stores a picture and fills the address in. */
export function LogoField({ slug, address, error }: LogoFieldProps) {
  const [value, setValue] = useState(address)
  const [isRunning, setRunning] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const store = async (file: File | undefined) => {
    if (!file) return
    setRunning(true)
    const picture = await uploadPicture(slug, file)
    setRunning(false)
    if (picture) setValue(picture.url)
  }
  return (
    <>
      <AddressField value={value} error={error} onChange={setValue} />
      <div className={styles.check}>
        {value !== '' && <img key={value} className={styles.logo} src={value} alt={t('logoPreview')} />}
        <Button aria-busy={isRunning} onClick={() => files.current?.click()}>
          {t('uploadLogo')}
        </Button>
        <input
          ref={files}
          type="file"
          accept={PICTURE_TYPES}
          hidden
          aria-label={t('uploadLogo')}
          onChange={({ target }) => {
            void store(target.files?.[0])
            target.value = ''
          }}
        />
      </div>
    </>
  )
}

type AddressFieldProps = { value: string; error: string | undefined; onChange: (value: string) => void }

function AddressField({ value, error, onChange }: AddressFieldProps) {
  return (
    <TextField
      label={t('logo')}
      hint={t('logoHint')}
      name="avatarUrl"
      type="url"
      placeholder="https://example.com/logo.png"
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

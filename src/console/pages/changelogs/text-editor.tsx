import { Editor } from '@tiptap/core'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { picturesIn, uploadPicture } from '../../live/upload-picture.ts'
import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { fromPaste } from './pasted-html.ts'
import { EXTENSIONS, toContent, toHtml } from './rich-text.ts'
import styles from './text-editor.module.css'
import { Toolbar } from './toolbar.tsx'

const t = messagesOf(texts)

export type TextEditorProps = {
  /** Text at first. Later ones need another key. */
  html: string
  lang: string
  organization: string
  hasFocus: boolean
  /** Id of the element with the reason for which the text was refused. */
  errorId: string
  isInvalid: boolean
  onChange: (html: string) => void
}

/** Text of an entry with its tools. Pictures are pasted, dropped or chosen. */
export function TextEditor(props: TextEditorProps) {
  const { organization, isInvalid } = props
  const host = useRef<HTMLDivElement>(null)
  const editor = useEditor(host, props)
  useEffect(() => editor?.view.dom.setAttribute('aria-invalid', String(isInvalid)), [editor, isInvalid])
  return (
    <div className={styles.editor}>
      {editor && (
        <Toolbar editor={editor} onPictures={(files) => void insertFiles(editor, organization, files)} />
      )}
      <div ref={host} className={styles.text} />
    </div>
  )
}

/** Creates the editor inside of an element. Null before. */
function useEditor(host: RefObject<HTMLDivElement | null>, props: TextEditorProps): Editor | null {
  const { html, lang, organization, hasFocus, errorId, onChange } = props
  const latest = useRef({ html, hasFocus, onChange })
  latest.current.onChange = onChange
  const [editor, setEditor] = useState<Editor | null>(null)
  useEffect(() => {
    const made: Editor = new Editor({
      element: host.current,
      extensions: EXTENSIONS,
      content: toContent(latest.current.html),
      injectCSS: false,
      autofocus: latest.current.hasFocus,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': t('entry.text'),
          'aria-describedby': errorId,
          lang,
          dir: 'auto',
        },
        transformPastedHTML: fromPaste,
        handlePaste: (_view, { clipboardData }) => insertPictures(made, organization, clipboardData),
        handleDrop: (_view, { dataTransfer }, _slice, isMoved) =>
          !isMoved && insertPictures(made, organization, dataTransfer),
      },
      onUpdate: () => latest.current.onChange(toHtml(made)),
    })
    setEditor(made)
    return () => made.destroy()
  }, [host, lang, organization, errorId])
  return editor
}

/** Stores the pictures of a paste or a drop. Returns whether there are any. */
function insertPictures(editor: Editor, organization: string, data: DataTransfer | null): boolean {
  const files = picturesIn(data)
  if (files.length > 0) void insertFiles(editor, organization, files)
  return files.length > 0
}

async function insertFiles(editor: Editor, organization: string, files: readonly File[]): Promise<void> {
  for (const file of files) {
    const picture = await uploadPicture(organization, file)
    if (!picture || editor.isDestroyed) continue
    const { url, width, height } = picture
    editor.chain().focus().setImage({ src: url, alt: '', width, height }).run()
  }
}

import {
  BoldIcon,
  CodeIcon,
  CodeSquareIcon,
  HeadingIcon,
  ImageIcon,
  ItalicIcon,
  LinkIcon,
  ListOrderedIcon,
  ListUnorderedIcon,
  QuoteIcon,
  TypographyIcon,
  type Icon,
} from '@primer/octicons-react'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEffect, useReducer, useRef, useState } from 'react'
import { PICTURE_TYPES } from '../../live/upload-picture.ts'
import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { AltDialog } from './alt-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import styles from './text-editor.module.css'

const t = messagesOf(texts)

type Tool = {
  text: `tool.${'bold' | 'italic' | 'code' | 'heading' | 'subheading' | 'list' | 'numbers' | 'quote' | 'block'}`
  icon: Icon
  is: [name: string, attributes?: object]
  run: (chain: ChainedCommands) => ChainedCommands
}

const TOOLS: Tool[] = [
  {
    text: 'tool.heading',
    icon: HeadingIcon,
    is: ['heading', { level: 2 }],
    run: (c) => c.toggleHeading({ level: 2 }),
  },
  {
    text: 'tool.subheading',
    icon: TypographyIcon,
    is: ['heading', { level: 3 }],
    run: (c) => c.toggleHeading({ level: 3 }),
  },
  { text: 'tool.bold', icon: BoldIcon, is: ['bold'], run: (c) => c.toggleBold() },
  { text: 'tool.italic', icon: ItalicIcon, is: ['italic'], run: (c) => c.toggleItalic() },
  { text: 'tool.code', icon: CodeIcon, is: ['code'], run: (c) => c.toggleCode() },
  { text: 'tool.list', icon: ListUnorderedIcon, is: ['bulletList'], run: (c) => c.toggleBulletList() },
  { text: 'tool.numbers', icon: ListOrderedIcon, is: ['orderedList'], run: (c) => c.toggleOrderedList() },
  { text: 'tool.quote', icon: QuoteIcon, is: ['blockquote'], run: (c) => c.toggleBlockquote() },
  { text: 'tool.block', icon: CodeSquareIcon, is: ['codeBlock'], run: (c) => c.toggleCodeBlock() },
]

type ToolbarProps = { editor: Editor; onPictures: (files: File[]) => void }

/** Buttons that format the selection. Each shows whether it applies. */
export function Toolbar({ editor, onPictures }: ToolbarProps) {
  const [dialog, setDialog] = useState<'link' | 'alt' | null>(null)
  const close = () => setDialog(null)
  useTransactions(editor)
  return (
    <div
      className={styles.tools}
      role="toolbar"
      aria-label={t('tools')}
      // The text keeps its focus, so that no letter is lost after a press.
      onMouseDown={(event) => event.preventDefault()}
    >
      {TOOLS.map(({ text, icon, is: [name, attributes], run }) => (
        <ToolButton
          key={text}
          text={text}
          icon={icon}
          isPressed={editor.isActive(name, attributes)}
          onClick={() => run(editor.chain().focus()).run()}
        />
      ))}
      <ToolButton
        text="tool.link"
        icon={LinkIcon}
        isPressed={editor.isActive('link')}
        onClick={() => setDialog('link')}
      />
      <PictureTool onPictures={onPictures} />
      {editor.isActive('image') && (
        <Button look="quiet" onClick={() => setDialog('alt')}>
          {t('alt')}
        </Button>
      )}
      <LinkDialog editor={editor} isOpen={dialog === 'link'} onClose={close} />
      <AltDialog editor={editor} isOpen={dialog === 'alt'} onClose={close} />
    </div>
  )
}

/** Renders a component again after each change of the text or of the selection. */
function useTransactions(editor: Editor): void {
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    editor.on('transaction', render)
    return () => void editor.off('transaction', render)
  }, [editor])
}

type ToolButtonProps = {
  text: Tool['text'] | 'tool.link' | 'tool.picture'
  icon: Icon
  /** Absent for a tool that is not switched on and off. */
  isPressed?: boolean
  onClick: () => void
}

function ToolButton({ text, icon: Sign, isPressed, onClick }: ToolButtonProps) {
  return (
    <Button look="quiet" aria-label={t(text)} title={t(text)} aria-pressed={isPressed} onClick={onClick}>
      <Sign size={16} />
    </Button>
  )
}

/** Button that opens the browser's choice of files. The same file can be chosen twice. */
function PictureTool({ onPictures }: Pick<ToolbarProps, 'onPictures'>) {
  const files = useRef<HTMLInputElement>(null)
  return (
    <>
      <ToolButton text="tool.picture" icon={ImageIcon} onClick={() => files.current?.click()} />
      <input
        ref={files}
        type="file"
        accept={PICTURE_TYPES}
        multiple
        hidden
        aria-label={t('tool.picture')}
        onChange={({ target }) => {
          onPictures([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

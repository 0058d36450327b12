import { SearchIcon } from '@primer/octicons-react'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import { Keys } from '../ui/keys.tsx'
import { undoLast } from '../ui/toast.tsx'
import styles from './commands.module.css'
import { openLayer, useLayer } from './layer.ts'
import { lazyLayer } from './lazy-layer.tsx'
import { useShortcuts } from './shortcuts.ts'
import { TypedAhead } from './typed-ahead.ts'

const t = messagesOf(texts)

const Palette = lazyLayer(async () => (await import('./palette.tsx')).Palette, <TypedAhead />)
const ShortcutList = lazyLayer(async () => (await import('./shortcut-list.tsx')).ShortcutList)

/** Shortcuts of every page, and what they open. */
export function Commands({ slug }: { slug: string }) {
  const layer = useLayer()
  // Above a dialog, the palette would lead to another page below it.
  const isCovered = () => layer === null && document.querySelector('dialog[open]') !== null
  const toggle = () => void (isCovered() || openLayer(layer === 'palette' ? null : 'palette'))
  useShortcuts(t('everywhere'), [
    { keys: 'mod+k', text: t('palette'), run: toggle, isEverywhere: true },
    { keys: 'z', text: t('undo'), run: undoLast },
    { keys: '?', text: t('shortcuts'), run: () => openLayer('shortcuts') },
  ])
  return (
    <>
      {layer === 'palette' && <Palette slug={slug} />}
      {layer === 'shortcuts' && <ShortcutList />}
    </>
  )
}

/** Button that opens the palette. */
export function PaletteButton() {
  return (
    <button type="button" className={styles.open} onClick={() => openLayer('palette')}>
      <SearchIcon size={16} />
      <span className={styles.text}>{t('palette')}</span>
      <Keys keys="mod+k" />
    </button>
  )
}

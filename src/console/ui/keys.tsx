import styles from './keys.module.css'

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform)
const NAMES: Record<string, string> = {
  mod: IS_APPLE ? '⌘' : 'Ctrl',
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': 'Space',
}

/** Keys of a shortcut as the keyboard of this machine names them. */
export function Keys({ keys }: { keys: string }) {
  const pressed =
    keys === ' ' ? [keys] : /^[A-Z]$/.test(keys) ? ['Shift', keys.toLowerCase()] : keys.split(/[ +]/)
  return (
    <kbd className={styles.keys}>
      {pressed.map((key, index) => (
        <kbd key={index}>{NAMES[key] ?? (keys.includes('+') ? key.toUpperCase() : key)}</kbd>
      ))}
    </kbd>
  )
}

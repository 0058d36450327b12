import { SignOutIcon } from '@primer/octicons-react'
import { useState } from 'react'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import { Choice } from '../ui/choice.tsx'
import { Mark } from '../ui/mark.tsx'
import { Menu } from '../ui/menu.tsx'
import styles from './navigation.module.css'
import { signOut } from './session.ts'
import { applyTheme, storedTheme, THEMES } from './theme.ts'
import type { Viewer } from './viewer.ts'

const t = messagesOf(texts)

/** The person of the session, the theme of this browser, and the end of the session. */
export function AccountMenu({ viewer }: { viewer: Viewer | null }) {
  const [theme, setTheme] = useState(storedTheme)
  if (!viewer) return <div className={styles.person} />
  const name = viewer.account?.name ?? viewer.user?.name ?? ''
  const label = (
    <>
      <Mark name={name} isRound />
      <span className={styles.name}>{name}</span>
    </>
  )
  return (
    <Menu label={label} name={t('account')} className={styles.person} opens="above" align="end">
      <p className={styles.caption}>{viewer.account?.email ?? name}</p>
      <div className={styles.themes}>
        <p>{t('theme')}</p>
        <Choice
          name={t('theme')}
          options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
          value={theme}
          onChange={(next) => {
            applyTheme(next)
            setTheme(next)
          }}
        />
      </div>
      <hr />
      <button type="button" onClick={() => void signOut()}>
        <SignOutIcon size={16} /> {t('signOut')}
      </button>
    </Menu>
  )
}

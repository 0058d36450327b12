import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import texts from '../messages/en/settings.json'
import { messagesOf } from '../messages.ts'
import { Tabs } from '../ui/tabs.tsx'
import { PageHead } from './page-head.tsx'
import styles from './settings-page.module.css'
import { useIsAdmin } from './viewer.ts'

const t = messagesOf(texts)

/** Pages of the settings, in the order of their tabs. */
const PAGES = [
  { to: '/$organization/settings', text: 'organization' },
  { to: '/$organization/boards', text: 'boards' },
  { to: '/$organization/statuses', text: 'statuses' },
  { to: '/$organization/tags', text: 'tags' },
  { to: '/$organization/team', text: 'team' },
  { to: '/$organization/settings/mail', text: 'mail', forAdmins: true },
  { to: '/$organization/settings/sso', text: 'sso', forAdmins: true },
  { to: '/$organization/settings/widget', text: 'widget' },
  { to: '/$organization/imports', text: 'imports', forAdmins: true },
  { to: '/$organization/exports', text: 'exports', forAdmins: true },
  { to: '/$organization/settings/account', text: 'account' },
] as const satisfies readonly { to: string; text: keyof typeof texts; forAdmins?: true }[]

type SettingsPageProps = {
  page: (typeof PAGES)[number]['text']
  /** Sentence about the purpose of the page. */
  intro?: string
  /** Buttons beside the title. */
  tools?: ReactNode
  children: ReactNode
}

/** Frame of a page of the settings, with tabs to the others. */
export function SettingsPage({ page, intro, tools, children }: SettingsPageProps) {
  const { organization = '' } = useParams({ strict: false })
  const isAdmin = useIsAdmin()
  const pages = PAGES.filter((one) => isAdmin || !('forAdmins' in one))
  return (
    <>
      <PageHead title={t(page)}>{tools}</PageHead>
      <div className={styles.page}>
        <Tabs name={t('settings')}>
          {pages.map(({ to, text }) => (
            <Link
              key={to}
              to={to}
              params={{ organization }}
              activeOptions={{ exact: true, includeSearch: false }}
            >
              {t(text)}
            </Link>
          ))}
        </Tabs>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        {children}
      </div>
    </>
  )
}

/** A part of a page of the settings, with its heading. */
export function Section({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {text !== undefined && <p>{text}</p>}
      </header>
      <div>{children}</div>
    </section>
  )
}

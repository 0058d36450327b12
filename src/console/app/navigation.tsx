import { BookIcon, CodeSquareIcon, KebabHorizontalIcon, LinkExternalIcon } from '@primer/octicons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import { AccountMenu } from './account-menu.tsx'
import { ModerationCount } from './moderation-count.tsx'
import { NotificationCount } from './notification-count.tsx'
import { DEVELOPERS, offered, WORK, type Page } from './navigation-pages.ts'
import styles from './navigation.module.css'
import { OrganizationMenu } from './organization-menu.tsx'
import type { Shell } from './viewer.ts'

const t = messagesOf(texts)

/** Pages below the tabs of the settings. */
const SETTINGS = /^\/[^/]+\/(boards|statuses|tags|team|(imports|exports)(\/.+)?)$/

/** Number of pages in the bar of a phone. A button beside them opens the column. */
const IN_BAR = 4
const COLUMN = 'navigation'

/**
 * Pages of the console: a column at the left. A phone has a bar of the first pages at the bottom, and opens the column
 * over the page.
 */
export function Navigation({ slug, shell }: { slug: string; shell: Shell | undefined }) {
  const isAdmin = shell?.viewer?.role === 'ADMIN'
  const work = offered(WORK, isAdmin)
  return (
    <>
      <header id={COLUMN} popover="auto" className={styles.side} onClick={closeAfterLink}>
        <OrganizationMenu slug={slug} shell={shell} />
        <nav className={styles.pages} aria-label={t('navigation')}>
          {work.map((page) => (
            <PageLink key={page.to} page={page} slug={slug} />
          ))}
          {shell && <Further slug={slug} shell={shell} isAdmin={isAdmin} />}
        </nav>
        <AccountMenu viewer={shell?.viewer ?? null} />
      </header>
      <Bar pages={work.slice(0, IN_BAR)} slug={slug} />
    </>
  )
}

/** The links that depend on the person, which appear together so that none of them moves. */
function Further({ slug, shell, isAdmin }: { slug: string; shell: Shell; isAdmin: boolean }) {
  const portalUrl = shell.viewer?.organization?.portalUrl
  return (
    <>
      {portalUrl !== undefined && (
        <a href={portalUrl}>
          <LinkExternalIcon size={16} /> {t('portal')}
        </a>
      )}
      <h2>{t('developers')}</h2>
      {offered(DEVELOPERS, isAdmin).map((page) => (
        <PageLink key={page.to} page={page} slug={slug} />
      ))}
      <a href={`/console/${slug}/developers/graphiql`}>
        <CodeSquareIcon size={16} /> {t('graphiql')}
      </a>
      <a href="/docs/rest">
        <BookIcon size={16} /> {t('reference')}
      </a>
    </>
  )
}

function Bar({ pages, slug }: { pages: readonly Page[]; slug: string }) {
  return (
    <nav className={styles.bar} aria-label={t('bar')}>
      {pages.map((page) => (
        <PageLink key={page.to} page={page} slug={slug} />
      ))}
      <button type="button" popoverTarget={COLUMN}>
        <KebabHorizontalIcon size={16} /> {t('more')}
      </button>
    </nav>
  )
}

/** A page that is chosen lies below the column of a phone. */
function closeAfterLink({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if ((target as Element).closest('a') && currentTarget.matches(':popover-open')) currentTarget.hidePopover()
}

function PageLink({ page, slug }: { page: Page; slug: string }) {
  const isTab = SETTINGS.test(useLocation({ select: ({ pathname }) => pathname }))
  return (
    <Link
      to={page.to}
      params={{ organization: slug }}
      activeOptions={{ exact: page.isExact ?? false, includeSearch: false }}
      {...(page.text === 'settings' && isTab && { 'data-status': 'active' })}
    >
      <page.icon size={16} /> {t(page.text)}
      {page.text === 'moderation' && <ModerationCount />}
      {page.text === 'notifications' && <NotificationCount />}
    </Link>
  )
}

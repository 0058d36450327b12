import { ChevronDownIcon } from '@primer/octicons-react'
import { lazy, Suspense } from 'react'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import { Menu } from '../ui/menu.tsx'
import { Mark } from '../ui/mark.tsx'
import styles from './navigation.module.css'
import { OrganizationLinks } from './organization-links.tsx'
import type { Shell } from './viewer.ts'

const t = messagesOf(texts)
const AllOrganizations = lazy(async () => ({
  default: (await import('./all-organizations.tsx')).AllOrganizations,
}))

/** Name of the organization, and the others of the account to switch to. */
export function OrganizationMenu({ slug, shell }: { slug: string; shell: Shell | undefined }) {
  const name = shell?.viewer?.organization?.name ?? slug
  const label = (
    <>
      <Mark name={name} />
      <span className={styles.name}>{name}</span>
      <ChevronDownIcon size={14} />
    </>
  )
  return (
    <Menu label={label} name={t('switch')} className={styles.organization}>
      <p className={styles.caption}>{t('organizations')}</p>
      {shell && <Organizations slug={slug} organizations={shell.organizations} />}
    </Menu>
  )
}

type OrganizationsProps = { slug: string; organizations: Shell['organizations'] }

function Organizations({ slug, organizations: { nodes, pageInfo } }: OrganizationsProps) {
  const first = <OrganizationLinks slug={slug} organizations={nodes} />
  if (!pageInfo.hasNextPage) return first
  return (
    <Suspense fallback={first}>
      <AllOrganizations slug={slug} first={nodes} />
    </Suspense>
  )
}

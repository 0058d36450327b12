import { CheckIcon, ChevronDownIcon } from '@primer/octicons-react'
import { Link } from '@tanstack/react-router'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import { Menu } from '../ui/menu.tsx'
import { Mark } from '../ui/mark.tsx'
import styles from './navigation.module.css'
import type { Shell } from './viewer.ts'

const t = messagesOf(texts)

/** Name of the organization, and the others of the account to switch to. */
export function OrganizationMenu({ slug, shell }: { slug: string; shell: Shell | undefined }) {
  const organizations = shell?.organizations.nodes ?? []
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
      <ul>
        {organizations.map((one) => (
          <li key={one.id}>
            <Link to="/$organization" params={{ organization: one.slug }}>
              <Mark name={one.name} />
              <span className={styles.name}>{one.name}</span>
              {one.slug === slug && <CheckIcon size={14} />}
            </Link>
          </li>
        ))}
      </ul>
    </Menu>
  )
}

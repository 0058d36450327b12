import { CheckIcon } from '@primer/octicons-react'
import { Link } from '@tanstack/react-router'
import { Mark } from '../ui/mark.tsx'
import styles from './navigation.module.css'
import type { Shell } from './viewer.ts'

type OrganizationLinksProps = {
  slug: string
  organizations: readonly Shell['organizations']['nodes'][number][]
}

/** Organizations to switch to. The open one has a mark. */
export function OrganizationLinks({ slug, organizations }: OrganizationLinksProps) {
  return (
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
  )
}

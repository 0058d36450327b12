import { LinkExternalIcon } from '@primer/octicons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useIsAdmin } from '../../app/viewer.ts'
import texts from '../../messages/en/customers.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Time } from '../../ui/time.tsx'
import { SuppressionBadge } from '../mail/suppression-badge.tsx'
import choices from './choices.module.css'
import { Choices } from './choices.tsx'
import styles from './customer.module.css'
import type { Customer } from './documents.ts'
import { OwnFields } from './own-fields.tsx'
import { shownValue } from './own-values.ts'
import { PersonData } from './person-data.tsx'

const t = messagesOf(texts)

/** Fields of a person that the team sees. */
export function Profile({ customer, onClaimed }: { customer: Customer; onClaimed: () => void }) {
  const isAdmin = useIsAdmin()
  const { name, email, avatarUrl, starred, blocked, labels, user } = customer
  return (
    <aside className={styles.profile} aria-label={t('profile')}>
      {avatarUrl !== null && <img src={avatarUrl} alt={t('picture', { name })} width={64} height={64} />}
      <p className={styles.badges}>
        {user.role !== null && <Badge>{t('member')}</Badge>}
        {starred && <Badge tone="warn">{t('starred')}</Badge>}
        {blocked && <Badge tone="bad">{t('blocked')}</Badge>}
      </p>
      <dl>
        {email !== null && <Address email={email} userId={user.id} />}
        <dt>{t('since')}</dt>
        <dd>
          <Time at={customer.createdAt} />
        </dd>
        <dt>{t('labels')}</dt>
        <dd className={styles.labels}>
          {labels.length === 0 && t('labels.none')}
          {labels.map((label) => (
            <Link key={label} from="/$organization" to="/$organization/customers" search={{ label }}>
              {label}
            </Link>
          ))}
        </dd>
        <Identity customer={customer} />
      </dl>
      <Own customer={customer} />
      {isAdmin && <PersonData customer={customer} onClaimed={onClaimed} />}
    </aside>
  )
}

/** The e-mail address. For admins, with its suppression, its mails and the choices of the person. */
function Address({ email, userId }: { email: string; userId: string }) {
  const isAdmin = useIsAdmin()
  return (
    <>
      <dt>{t('email')}</dt>
      <dd>
        <a href={`mailto:${email}`} className={choices.line}>
          {email}
        </a>{' '}
        {isAdmin && <SuppressionBadge email={email} />}
        {isAdmin && (
          <Link
            from="/$organization"
            to="/$organization/developers/mail"
            search={{ email }}
            className={choices.line}
          >
            {t('mails')}
          </Link>
        )}
        {isAdmin && <Choices userId={userId} />}
      </dd>
    </>
  )
}

function Identity({ customer: { id, databaseId, url } }: { customer: Customer }) {
  return (
    <>
      <dt>{t('id')}</dt>
      <dd>
        <Copy value={id} name={t('id.name')} withValue />
        <small>{t('id.rest', { id: String(databaseId) })}</small>
      </dd>
      <dt>{t('portal')}</dt>
      <dd>
        <a href={url} target="_blank" rel="noreferrer">
          {t('portal.open')} <LinkExternalIcon size={12} />
        </a>
      </dd>
    </>
  )
}

/** Fields of the organization's own. */
function Own({ customer }: { customer: Customer }) {
  const [isOpen, setOpen] = useState(false)
  const fields = Object.entries(customer.customFields)
  return (
    <section className={styles.own}>
      <header>
        <h2>{t('own')}</h2>
        <Button look="quiet" onClick={() => setOpen(true)}>
          {t('own.open')}
        </Button>
      </header>
      {fields.length === 0 && <p>{t('own.none')}</p>}
      <dl>
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{shownValue(value)}</dd>
          </div>
        ))}
      </dl>
      <OwnFields customer={customer} isOpen={isOpen} onClose={() => setOpen(false)} />
    </section>
  )
}

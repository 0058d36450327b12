import texts from '../../messages/en/audit.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Diff } from '../../ui/diff.tsx'
import styles from '../events/event-details.module.css'
import type { AuditEntry } from './audit-documents.ts'
import type { AuditChange } from './audit-search.ts'

const t = messagesOf(texts)
const EXACT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'long' })
const DETAILS = [
  'role',
  'actorMode',
  'scopes',
  'webhookEvents',
  'installId',
  'targetOrganizationId',
  'revokedInstalls',
  'reason',
  'deliverHeld',
] as const

type AuditDetailsProps = { entry: AuditEntry; onChange: (changed: AuditChange) => void }

/** Everything that an entry records. */
export function AuditDetails({ entry, onChange }: AuditDetailsProps) {
  const { id, actor, subjectId, clientId, changes, details, createdAt } = entry
  const given = DETAILS.filter((name) => details[name] !== null)
  return (
    <div className={styles.details}>
      <dl>
        <dt>{t('id')}</dt>
        <dd>
          <Copy value={id} name={t('id')} withValue />
        </dd>
        <dt>{t('since')}</dt>
        <dd>
          <time dateTime={createdAt}>{EXACT.format(new Date(createdAt))}</time>
        </dd>
        {subjectId && <Pair name={t('about')} value={subjectId} />}
        {clientId && <Pair name={t('app')} value={clientId} />}
        {given.map((name) => (
          <Pair key={name} name={t(`detail.${name}`)} value={textOf(details[name])} />
        ))}
        {details.revokedByApp && <Pair name={t('detail.revokedByApp')} value={t('yes')} />}
      </dl>
      {changes.length > 0 && <Diff changes={changes} />}
      <p className={styles.actions}>
        {subjectId && <Button onClick={() => onChange({ subject: subjectId })}>{t('onlyAbout')}</Button>}
        {clientId && <Button onClick={() => onChange({ client: clientId })}>{t('onlyApp')}</Button>}
        {actor && <Button onClick={() => onChange({ actor: actor.id })}>{t('onlyBy')}</Button>}
      </p>
    </div>
  )
}

function Pair({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

function textOf(value: readonly string[] | string | number | boolean | null): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  return Array.isArray(value) ? value.join(', ') : String(value)
}

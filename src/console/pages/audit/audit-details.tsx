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
const ID = /^[a-z]+_\d+$/
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

type AuditDetailsProps = {
  entry: AuditEntry
  names: ReadonlyMap<string, string>
  onChange: (changed: AuditChange) => void
}

/** Everything that an entry records. */
export function AuditDetails({ entry, names, onChange }: AuditDetailsProps) {
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
        {subjectId && <Pair name={t('about')} value={details.name ?? names.get(subjectId)} id={subjectId} />}
        {clientId && <Pair name={t('app')} id={clientId} />}
        {given.map((name) => (
          <Pair key={name} name={t(`detail.${name}`)} {...valueOf(details[name], names)} />
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

function Pair({ name, value, id }: { name: string; value?: string | undefined; id?: string | undefined }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {value !== undefined && <span dir="auto">{value}</span>}
        {id !== undefined && <code>{id}</code>}
      </dd>
    </>
  )
}

type Value = readonly string[] | string | number | boolean | null

/** An id with the name of its object, or another value as a text. */
const valueOf = (value: Value, names: ReadonlyMap<string, string>) =>
  typeof value === 'string' && ID.test(value)
    ? { value: names.get(value), id: value }
    : { value: formatValue(value) }

function formatValue(value: Value): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  return Array.isArray(value) ? value.join(', ') : String(value)
}

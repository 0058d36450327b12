import { Section } from '../../app/settings-page.tsx'
import type { ResultOf } from '../../graphql.ts'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/import-run.json'
import { messagesOf } from '../../messages.ts'
import { ListState } from '../../ui/list-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import styles from './imports.module.css'
import { IMPORT_REMAINING } from './list-documents.ts'

const t = messagesOf(texts)
const select = (data: ResultOf<typeof IMPORT_REMAINING>) => data.importRun?.remaining
type Remainder = NonNullable<ReturnType<typeof select>>['nodes'][number]

/** Things that the undo of an import has left, with their reasons. */
export function Remaining({ id }: { id: string }) {
  const { nodes, error, ...more } = usePages(IMPORT_REMAINING, { id }, select)
  return (
    <Section title={t('remaining')} text={t('remaining.text')}>
      <ListState isRead={Boolean(nodes)} isFailed={Boolean(error)} rows={3} />
      {nodes?.length === 0 && <p className={styles.quiet}>{t('remaining.none')}</p>}
      {nodes && nodes.length > 0 && (
        <div className={styles.scroll} role="region" aria-label={t('remaining')} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('counts.kind')}</th>
                <th scope="col">{t('remaining.thing')}</th>
                <th scope="col">{t('remaining.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {nodes.map((one, index) => (
                <Row key={index} remainder={one} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <LoadMore {...more} />
    </Section>
  )
}

function Row({ remainder: { kind, nodeId, name, reason, fields } }: { remainder: Remainder }) {
  return (
    <tr>
      <td>{t(kind)}</td>
      <td className={styles.long}>{name ?? nodeId}</td>
      <td className={styles.long}>
        {t(`reason.${reason}`)}{' '}
        {fields.length > 0 && <small>{t('remaining.fields', { fields: fields.join(', ') })}</small>}
      </td>
    </tr>
  )
}

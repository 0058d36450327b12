import { useState } from 'react'
import { Section } from '../../app/settings-page.tsx'
import type { ResultOf } from '../../graphql.ts'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/person-data.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Give } from '../customers/give.tsx'
import styles from './imports.module.css'
import { IMPORT_PEOPLE } from './list-documents.ts'

const t = messagesOf(texts)
const select = (data: ResultOf<typeof IMPORT_PEOPLE>) => data.importRun?.peopleWithoutEmail

/** People of an import without an e-mail address, each of whom can be given to a customer. */
export function PeopleWithoutEmail({ id }: { id: string }) {
  const { nodes, error, refresh, ...more } = usePages(IMPORT_PEOPLE, { id }, select)
  const [given, setGiven] = useState<{ id: string; name: string } | null>(null)
  return (
    <Section title={t('people')} text={t('people.text')}>
      <ListState isRead={Boolean(nodes)} isFailed={Boolean(error)} rows={3} />
      {nodes?.length === 0 && <p className={styles.quiet}>{t('people.none')}</p>}
      {nodes && nodes.length > 0 && (
        <ul aria-label={t('people')}>
          {nodes.map((person) => (
            <li key={person.id}>
              <ListRow
                title={person.name}
                aside={t('people.posts', { count: person.posts.totalCount })}
                actions={<GiveButton name={person.name} onClick={() => setGiven(person)} />}
              />
            </li>
          ))}
        </ul>
      )}
      <LoadMore {...more} />
      <Give
        person={given}
        onClose={() => setGiven(null)}
        onGiven={() => {
          setGiven(null)
          refresh()
        }}
      />
    </Section>
  )
}

function GiveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button look="quiet" aria-label={t('give.of', { name })} onClick={onClick}>
      {t('give')}
    </Button>
  )
}

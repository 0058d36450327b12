import { XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import type { ResultOf } from '../../graphql.ts'
import { useAction, useActionOnce } from '../../live/use-action.ts'
import { useAllPages } from '../../live/use-all-pages.ts'
import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Picker } from '../../ui/picker.tsx'
import { CREATE_LABEL, FIND_POSTS, LABELS, UPDATE, type Entry } from './changelog-documents.ts'
import { EntryReach } from './entry-reach.tsx'
import styles from './entry.module.css'

const t = messagesOf(texts)
const NO_VARIABLES = {}
const selectLabels = ({ changelogLabels }: ResultOf<typeof LABELS>) => changelogLabels

/** Labels of an entry and the posts that it refers to. Each choice is saved at once. */
export function EntryDetails({ entry }: { entry: Entry }) {
  const { run, problem, errors } = useAction(UPDATE)
  const set = (change: { labelIds?: string[]; postIds?: string[]; notify?: boolean }) =>
    void run({ input: { id: entry.id, ...change } })
  const refusal = problem ?? Object.values(errors)[0]
  return (
    <div className={styles.details}>
      <Labels entry={entry} onChange={(labelIds) => set({ labelIds })} />
      <Posts entry={entry} onChange={(postIds) => set({ postIds })} />
      <EntryReach entry={entry} onChange={(notify) => set({ notify })} />
      {refusal && <p role="alert">{refusal}</p>}
    </div>
  )
}

type PartProps = { entry: Entry; onChange: (ids: string[]) => void }

function Labels({ entry, onChange }: PartProps) {
  const [isOpened, setOpened] = useState(false)
  const { nodes, isReading, refresh } = useAllPages(LABELS, NO_VARIABLES, selectLabels, isOpened)
  const ids = entry.labels.map(({ id }) => id)
  const options = [...nodes, ...entry.labels.filter(({ id }) => nodes.every((one) => one.id !== id))]
  const add = (id: string) => {
    refresh()
    onChange([...ids, id])
  }
  return (
    <div className={styles.part}>
      <Picker
        multiple
        label={t('labels')}
        options={options.map(({ id, name, color }) => ({ value: id, label: name, color }))}
        values={ids}
        searchable
        isReading={isReading}
        onOpen={() => setOpened(true)}
        onChange={onChange}
      />
      <NewLabel onCreate={add} />
    </div>
  )
}

/** Button that opens a form for the name of a label. The form closes when the label exists. */
function NewLabel({ onCreate }: { onCreate: (id: string) => void }) {
  const { run, errors, problem } = useActionOnce(CREATE_LABEL)
  const [name, setName] = useState<string | null>(null)
  const create = async (name: string) => {
    const payload = await run({ name })
    if (!payload?.changelogLabel) return
    setName(null)
    onCreate(payload.changelogLabel.id)
  }
  if (name === null)
    return (
      <Button look="quiet" onClick={() => setName('')}>
        {t('labels.new')}
      </Button>
    )
  return (
    <form
      className={styles.inline}
      onSubmit={(event) => {
        event.preventDefault()
        void create(name)
      }}
    >
      <TextField
        label={t('labels.new')}
        value={name}
        required
        autoFocus
        error={errors.name ?? problem ?? undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit">{t('labels.add')}</Button>
    </form>
  )
}

function Posts({ entry: { posts }, onChange }: PartProps) {
  const [search, setSearch] = useState('')
  const [{ data }] = useQuery({ query: FIND_POSTS, variables: { search } })
  const ids = posts.map(({ id }) => id)
  const found = [...posts, ...(data?.posts.nodes ?? []).filter(({ id }) => !ids.includes(id))]
  return (
    <div className={styles.part}>
      <Picker
        multiple
        label={t('posts')}
        text={posts.length > 0 ? `${t('posts')} ${posts.length}` : t('posts')}
        options={found.map(({ id, title, votesCount }) => ({
          value: id,
          label: title,
          hint: `▲${votesCount}`,
        }))}
        values={ids}
        onSearch={setSearch}
        onChange={onChange}
      />
      <ul className={styles.posts}>
        {posts.map(({ id, title }) => (
          <li key={id}>
            <span dir="auto">{title}</span>
            <Button
              look="quiet"
              aria-label={t('posts.remove', { title })}
              onClick={() => onChange(ids.filter((one) => one !== id))}
            >
              <XIcon size={14} />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

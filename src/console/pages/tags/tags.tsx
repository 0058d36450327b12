import { SettingsPage } from '../../app/settings-page.tsx'
import type { ResultOf } from '../../graphql.ts'
import { useAction } from '../../live/use-action.ts'
import { usePages } from '../../live/use-pages.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/tags.json'
import { messagesOf } from '../../messages.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { NewButton, useEditing } from '../../ui/inline-form.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { toast } from '../../ui/toast.tsx'
import { DELETE_TAG, TAG_COUNTS, TAGS, type Tag } from './tag-documents.ts'
import { TagForm } from './tag-form.tsx'
import { TagRow } from './tag-row.tsx'

const t = messagesOf(texts)
const NO_VARIABLES = {}
const selectTags = (data: ResultOf<typeof TAGS>) => data.tags
const selectCounts = (data: ResultOf<typeof TAG_COUNTS>) => data.tags
const changesCounts = (type: string) => /^POST_/.test(type)
const byTimeOnly = () => false
/** No event reports that a tag has changed. */
const INTERVAL_MS = 15_000

/** Tags of the organization: their names, colors and posts. */
export function Tags() {
  const { nodes, error, refresh, ...more } = usePages(TAGS, NO_VARIABLES, selectTags)
  useRereads({ read: refresh, changesWith: byTimeOnly, everyMs: INTERVAL_MS })
  const counts = usePages(TAG_COUNTS, NO_VARIABLES, selectCounts, changesCounts)
  const { edited, setEdited, close, deleted, setDeleted, newButton } = useEditing<Tag>()
  return (
    <SettingsPage
      page="tags"
      intro={t('intro')}
      tools={<NewButton ref={newButton} text={t('new')} onClick={() => setEdited('new')} />}
    >
      {edited === 'new' && <TagForm tag={null} onClose={close} onStored={refresh} />}
      <ListState isRead={Boolean(nodes)} isFailed={Boolean(error)} rows={5} />
      {nodes?.length === 0 && edited !== 'new' && <Empty title={t('empty.title')} text={t('empty.text')} />}
      <ul aria-label={t('list')}>
        {nodes?.map((tag) => (
          <li key={tag.id}>
            <TagRow
              tag={tag}
              posts={counts.nodes?.find(({ id }) => id === tag.id)?.posts}
              isEdited={edited === tag.id}
              onEdit={() => setEdited(tag.id)}
              onClose={close}
              onStored={refresh}
              onDelete={() => setDeleted(tag)}
            />
          </li>
        ))}
      </ul>
      <LoadMore
        {...more}
        loadMore={() => {
          more.loadMore()
          counts.loadMore()
        }}
      />
      <DeleteTag tag={deleted} onClose={() => setDeleted(null)} onDeleted={refresh} />
    </SettingsPage>
  )
}

type DeleteTagProps = { tag: Tag | null; onClose: () => void; onDeleted: () => void }

/** Asks for the name of a tag before it leaves every post. */
function DeleteTag({ tag, onClose, onDeleted }: DeleteTagProps) {
  const { run, problem } = useAction(DELETE_TAG)
  const name = tag?.name ?? ''
  const remove = async () => {
    if (!tag || !(await run({ id: tag.id }))) return
    toast({ text: t('deleted', { name }) })
    onDeleted()
    onClose()
  }
  return (
    <Confirm
      title={t('deleteThis', { name })}
      text={t('deleteText')}
      action={t('delete')}
      requireText={name}
      problem={problem}
      isOpen={tag !== null}
      onClose={onClose}
      onConfirm={() => void remove()}
    />
  )
}

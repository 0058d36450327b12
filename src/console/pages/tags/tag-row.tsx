import texts from '../../messages/en/tags.json'
import { messagesOf } from '../../messages.ts'
import { useReturnFocus } from '../../ui/inline-form.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { Status as Dot } from '../../ui/status.tsx'
import type { Tag } from './tag-documents.ts'
import { TagForm } from './tag-form.tsx'

const t = messagesOf(texts)

type TagRowProps = {
  tag: Tag
  /** Number of its posts. Undefined until it is read. */
  posts: { totalCount: number; totalCountIsExact: boolean } | undefined
  isEdited: boolean
  onEdit: () => void
  onClose: () => void
  onStored: () => void
  onDelete: () => void
}

/** A tag, or its form. */
export function TagRow({ tag, posts, isEdited, onEdit, onClose, onStored, onDelete }: TagRowProps) {
  const edit = useReturnFocus(isEdited)
  if (isEdited) return <TagForm tag={tag} onClose={onClose} onStored={onStored} />
  const { name, color } = tag
  const actions = (
    <>
      <RowActions name={name} edit={edit} onEdit={onEdit} onDelete={onDelete} />
    </>
  )
  return (
    <ListRow
      title={<Dot name={name} color={color} />}
      aside={posts && t(posts.totalCountIsExact ? 'posts' : 'postsMore', { count: posts.totalCount })}
      actions={actions}
    />
  )
}

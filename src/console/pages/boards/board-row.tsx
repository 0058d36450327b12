import { use } from 'react'
import { ViewerContext } from '../../app/viewer.ts'
import texts from '../../messages/en/boards.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { useReturnFocus } from '../../ui/inline-form.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import type { Bucket } from './board-documents.ts'
import { BoardForm } from './board-form.tsx'

const t = messagesOf(texts)

type BoardRowProps = {
  bucket: Bucket
  isFirst: boolean
  isLast: boolean
  isEdited: boolean
  onEdit: () => void
  onClose: () => void
  onStored: () => void
  onMove: (direction: 'up' | 'down') => void
  onDelete: () => void
}

/** A bucket, or its form. */
export function BoardRow({
  bucket,
  isEdited,
  onEdit,
  onClose,
  onStored,
  onDelete,
  ...moving
}: BoardRowProps) {
  const edit = useReturnFocus(isEdited)
  if (isEdited) return <BoardForm bucket={bucket} onClose={onClose} onStored={onStored} />
  const { name } = bucket
  const marks = (
    <>
      {bucket.private && <Badge>{t('private')}</Badge>}
      {bucket.requiresModeration && <Badge tone="warn">{t('moderated')}</Badge>}
    </>
  )
  const actions = (
    <>
      <MoveButtons name={name} {...moving} />
      <RowActions name={name} edit={edit} onEdit={onEdit} onDelete={onDelete} />
    </>
  )
  return (
    <ListRow
      title={<Name bucket={bucket} />}
      marks={marks}
      detail={bucket.description}
      aside={t('posts', { count: bucket.postsCount })}
      actions={actions}
    />
  )
}

/** The name of a bucket, which leads to its page of the portal if that is public. */
function Name({ bucket: { name, slug, private: isPrivate } }: { bucket: Bucket }) {
  const base = use(ViewerContext)?.organization?.portalUrl
  if (isPrivate || base === undefined) return name
  return (
    <a href={`${base}/b/${slug}`} dir="auto">
      {name}
    </a>
  )
}

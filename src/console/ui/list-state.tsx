import texts from '../messages/en/ui.json'
import { messagesOf } from '../messages.ts'
import { Skeleton } from './skeleton.tsx'

const t = messagesOf(texts)

type ListStateProps = { isRead: boolean; isFailed: boolean; rows: number; height?: number }

/** Grey rows while a list is read, or that it was not read. */
export function ListState({ isRead, isFailed, rows, height }: ListStateProps) {
  if (isRead) return null
  if (isFailed) return <p role="alert">{t('notRead')}</p>
  return <Skeleton rows={rows} {...(height !== undefined && { height })} />
}

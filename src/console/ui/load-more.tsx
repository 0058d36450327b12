import texts from '../messages/en/ui.json'
import { messagesOf } from '../messages.ts'
import { Button } from './button.tsx'

const t = messagesOf(texts)

type LoadMoreProps = {
  hasMore: boolean
  isLoading: boolean
  /** Whether the last press has read nothing. */
  hasFailed: boolean
  loadMore: () => void
}

/** Button that reads the next page of a list, while there is one. */
export function LoadMore({ hasMore, isLoading, hasFailed, loadMore }: LoadMoreProps) {
  if (!hasMore) return null
  return (
    <>
      {hasFailed && !isLoading && <p role="alert">{t('moreFailed')}</p>}
      <Button look="quiet" aria-busy={isLoading} onClick={() => void (isLoading || loadMore())}>
        {t(isLoading ? 'loading' : 'loadMore')}
      </Button>
    </>
  )
}

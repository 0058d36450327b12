import texts from '../messages/en/ui.json'
import { messagesOf } from '../messages.ts'
import { Button } from './button.tsx'

const t = messagesOf(texts)

type LoadMoreProps = { hasMore: boolean; isLoading: boolean; loadMore: () => void }

/** Button that reads the next page of a list, while there is one. */
export function LoadMore({ hasMore, isLoading, loadMore }: LoadMoreProps) {
  if (!hasMore) return null
  return (
    <Button look="quiet" aria-busy={isLoading} onClick={() => void (isLoading || loadMore())}>
      {t(isLoading ? 'loading' : 'loadMore')}
    </Button>
  )
}

import { PlusIcon } from '@primer/octicons-react'
import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { use, useEffect, useState } from 'react'
import { PageHead } from '../../app/page-head.tsx'
import { ViewerContext } from '../../app/viewer.ts'
import type { ResultOf } from '../../graphql.ts'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { LIST_BARS, Skeleton } from '../../ui/skeleton.tsx'
import { Split } from '../../ui/split.tsx'
import { ChoicesContext, type AllChoices } from './choices.ts'
import { Elsewhere } from './elsewhere.tsx'
import { Filters } from './filters.tsx'
import styles from './inbox.module.css'
import { List } from './list.tsx'
import { NewPost } from './new-post.tsx'
import { POSTS, type Choices } from './post-documents.ts'
import { filterOf, idsIn, orderOf } from './post-filter.ts'
import type { PostsSearch } from './search.ts'
import { StateTabs } from './state-tabs.tsx'
import { useChoices } from './use-choices.ts'
import { useKeys } from './use-keys.ts'

const t = messagesOf(texts)
const FROM = '/$organization/posts'

/** The posts of the organization. The list stays while a post is open beside it. */
export function Inbox() {
  const { post } = useParams({ strict: false })
  const navigate = useNavigate({ from: FROM })
  const [isCreating, setCreating] = useState(false)
  const { choices, isFailed } = useChoices()
  useNamesOf(useSearch({ from: FROM }), choices)
  useKeys({ n: () => setCreating(true) })
  return (
    <>
      <PageHead title={t('title')}>
        <Button look="main" onClick={() => setCreating(true)}>
          <PlusIcon size={16} /> {t('new')}
        </Button>
      </PageHead>
      {isFailed && !choices && <p role="alert">{t('failed')}</p>}
      {!choices && !isFailed && <Skeleton rows={12} above={LIST_BARS} />}
      {choices && (
        <ChoicesContext value={choices}>
          <Split
            name={t('post')}
            list={<Posts choices={choices} />}
            thing={post !== undefined && <Outlet key={post} />}
          />
          <NewPost
            isOpen={isCreating}
            onClose={() => setCreating(false)}
            onCreate={({ id }) =>
              void navigate({ to: '/$organization/posts/$post', params: { post: id }, search: true })
            }
          />
        </ChoicesContext>
      )}
    </>
  )
}

/** Reads every board and tag if the address names one that was not read. */
function useNamesOf({ bucket, tag }: PostsSearch, choices: AllChoices | undefined): void {
  const { buckets, tags, readAll } = choices ?? {}
  const isNeeded =
    (bucket !== undefined && buckets?.nodes.every(({ id }) => id !== bucket)) ||
    idsIn(tag).some((one) => tags?.nodes.every(({ id }) => id !== one))
  useEffect(() => {
    if (isNeeded) readAll?.()
  }, [isNeeded, readAll])
}

const POSTS_ONLY = /^POST_/
const POSTS_OR_VOTES = /^(POST|VOTE)_/
const changesPosts = (type: string) => POSTS_ONLY.test(type)
const changesVotes = (type: string) => POSTS_OR_VOTES.test(type)

const postsIn = ({ posts }: ResultOf<typeof POSTS>) => posts

/** Tabs, filters and the list they lead to. */
function Posts({ choices }: { choices: Choices }) {
  const search = useSearch({ from: FROM })
  const viewer = use(ViewerContext)
  const filter = filterOf(search, { statuses: choices.statuses, email: viewer?.account?.email })
  const orderBy = orderOf(search)
  const pages = usePages(
    POSTS,
    { filter, orderBy },
    postsIn,
    orderBy.field === 'VOTES' ? changesVotes : changesPosts,
  )
  return (
    <div className={styles.column}>
      <StateTabs choices={choices} />
      <Filters />
      {search.q !== undefined && pages.nodes !== null && pages.nodes.length > 0 && <Elsewhere />}
      <List key={JSON.stringify([filter, orderBy])} {...pages} />
    </div>
  )
}

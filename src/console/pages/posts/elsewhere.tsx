import { Link, useSearch } from '@tanstack/react-router'
import { use, useMemo } from 'react'
import { graphql } from '../../graphql.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import button from '../../ui/button.module.css'
import { Empty } from '../../ui/empty.tsx'
import { ChoicesContext } from './choices.ts'
import styles from './inbox.module.css'
import { filterOf, hasFilter } from './post-filter.ts'

const t = messagesOf(texts)
const POSTS_ONLY = /^POST_/
const changesPosts = (type: string) => POSTS_ONLY.test(type)
/** States that have each post once. */
const APART = ['open', 'done', 'hidden'] as const

const COUNTS_APART = graphql(`
  query PostCountsApart($open: PostFilter!, $done: PostFilter!, $hidden: PostFilter!) {
    open: posts(filter: $open) {
      totalCount
    }
    done: posts(filter: $done) {
      totalCount
    }
    hidden: posts(filter: $hidden) {
      totalCount
    }
  }
`)

/** Numbers of the posts of the other tabs that match the filters, and of all. Undefined until they are read. */
function useElsewhere() {
  const search = useSearch({ from: '/$organization/posts' })
  const { statuses } = use(ChoicesContext)
  const variables = useMemo(() => {
    const [open, done, hidden] = APART.map((state) =>
      filterOf({ ...search, state, status: undefined }, { statuses, email: undefined }),
    ) as [object, object, object]
    return { open, done, hidden }
  }, [search, statuses])
  const { data } = useLiveQuery({ query: COUNTS_APART, variables, changesWith: changesPosts })
  if (!data) return undefined
  const current = search.state ?? 'open'
  const counts = APART.map((state) => ({ state, count: data[state].totalCount }))
  return {
    total: counts.reduce((sum, { count }) => sum + count, 0),
    others: counts.filter(
      ({ state, count }) => count > 0 && state !== current && (current !== 'all' || state === 'hidden'),
    ),
  }
}

type Others = NonNullable<ReturnType<typeof useElsewhere>>['others']

/** Links to the other tabs that have what is searched, such as "1 in Done". */
export function Elsewhere() {
  const { others = [] } = useElsewhere() ?? {}
  return (
    <p role="status" className={styles.elsewhere}>
      <Links others={others} />
    </p>
  )
}

function Links({ others }: { others: Others }) {
  return others.map(({ state, count }) => (
    <Link
      key={state}
      from="/$organization/posts"
      to="/$organization/posts"
      search={(before) => ({ ...before, state: state === 'open' ? undefined : state, status: undefined })}
    >
      {t('elsewhere', { count, state: t(`state.${state}`) })}
    </Link>
  ))
}

/** States that the list is empty, and where there are posts. */
export function Nothing() {
  const search = useSearch({ from: '/$organization/posts' })
  const elsewhere = useElsewhere()
  const isFiltered = hasFilter(search)
  if (elsewhere?.total === 0 && !isFiltered) return <Empty title={t('noneYet')} text={t('noneYetText')} />
  return (
    <Empty
      title={t('empty')}
      text={isFiltered ? t('emptyText') : undefined}
      action={
        <p className={styles.elsewhere}>
          <Links others={elsewhere?.others ?? []} />
          <Link
            from="/$organization/posts"
            to="/$organization/posts"
            search={{ state: 'all' }}
            className={button.button}
          >
            {t('showAll')}
          </Link>
        </p>
      }
    />
  )
}

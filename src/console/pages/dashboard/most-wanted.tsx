import { Link, useParams } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { graphql } from '../../graphql.ts'
import { useIsAdmin } from '../../app/viewer.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/dashboard.json'
import { messagesOf } from '../../messages.ts'
import { Figure } from '../../ui/figure.tsx'
import { Status } from '../../ui/status.tsx'
import styles from './most-wanted.module.css'
import { Unread } from './rows.tsx'
import { Tile } from './tile.tsx'
import tile from './tile.module.css'

const t = messagesOf(texts)

const STATUSES = graphql(`
  query DashboardStatuses {
    statuses {
      id
      kind
    }
  }
`)

const WANTED_POSTS = graphql(`
  query MostWanted($statuses: [StatusBy!]) {
    posts(
      first: 6
      filter: { includePrivate: true, statuses: $statuses }
      orderBy: { field: VOTES, direction: DESC }
    ) {
      nodes {
        id
        title
        votesCount
        status {
          id
          name
          color
        }
      }
    }
  }
`)

const POSTS_OR_VOTES = /^(POST|VOTE)_/
const changesOrder = (type: string) => POSTS_OR_VOTES.test(type)
const DONE = ['COMPLETED', 'CLOSED']

/** Open posts with the most votes. */
export function MostWanted() {
  const [{ data, error }] = useQuery({ query: STATUSES })
  const open = data?.statuses.filter(({ kind }) => !DONE.includes(kind)).map(({ id }) => ({ id }))
  return (
    <Tile title={t('wanted.title')} rows={6}>
      {open ? <Posts statuses={open} /> : <Unread rows={6} isFailed={error !== undefined} />}
    </Tile>
  )
}

function Posts({ statuses }: { statuses: { id: string }[] }) {
  const { organization = '' } = useParams({ strict: false })
  const { data, error } = useLiveQuery({
    query: WANTED_POSTS,
    variables: { statuses },
    changesWith: changesOrder,
  })
  const posts = data?.posts.nodes
  if (!posts) return <Unread rows={6} isFailed={error !== undefined} />
  if (posts.length === 0) return <NoPosts />
  return (
    <ol className={`${tile.rows} ${styles.rows}`}>
      {posts.map(({ id, title, votesCount, status }) => (
        <li key={id}>
          <span className={styles.votes}>
            <span className="hidden">{t('wanted.votes')}</span> <Figure value={votesCount} />
          </span>
          <Link
            to="/$organization/posts/$post"
            params={{ organization, post: id }}
            className={tile.title}
            title={title}
            dir="auto"
          >
            {title}
          </Link>
          <Status name={status.name} color={status.color} />
        </li>
      ))}
    </ol>
  )
}

/** Leads an admin to the import, with which most organizations begin. */
function NoPosts() {
  const { organization = '' } = useParams({ strict: false })
  const isAdmin = useIsAdmin()
  return (
    <p className={tile.quiet}>
      {t('wanted.empty')}{' '}
      {isAdmin && (
        <Link to="/$organization/imports/new" params={{ organization }} className={tile.first}>
          {t('wanted.import')}
        </Link>
      )}
    </p>
  )
}

import { graphql } from '../../graphql.ts'
import { isMerge } from '../../live/merges.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/dashboard.json'
import { messagesOf } from '../../messages.ts'
import { Mark } from '../../ui/mark.tsx'
import { parseSanitized } from '../../ui/sanitized-html.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './latest-comments.module.css'
import { Unread } from './rows.tsx'
import { Tile } from './tile.tsx'
import tile from './tile.module.css'

const t = messagesOf(texts)

const LATEST_COMMENTS = graphql(`
  query LatestComments {
    comments(first: 4, filter: { includePrivate: true }, orderBy: { field: CREATED_AT, direction: DESC }) {
      nodes {
        id
        bodyHtml
        internal
        deleted
        createdAt
        author {
          id
          name
        }
        post {
          id
          title
        }
      }
    }
  }
`)

const changesComments = (type: string) =>
  type.startsWith('COMMENT_') || type === 'POST_DELETED' || isMerge(type)
const NO_VARIABLES = {}

/** Newest comments, internal notes included. */
export function LatestComments() {
  const { data, error } = useLiveQuery({
    query: LATEST_COMMENTS,
    variables: NO_VARIABLES,
    changesWith: changesComments,
  })
  const comments = data?.comments.nodes
  return (
    <Tile title={t('comments.title')}>
      {!comments && <Unread rows={5} isFailed={error !== undefined} />}
      {comments?.length === 0 && <p className={tile.quiet}>{t('comments.empty')}</p>}
      <ul className={styles.comments}>
        {comments?.map(({ id, bodyHtml, internal, deleted, createdAt, author, post }) => (
          <li key={id}>
            <Mark name={author?.name ?? ''} isRound />
            <p className={styles.by}>
              <b dir="auto">{author?.name ?? t('comments.nobody')}</b>{' '}
              <span>{t('comments.on', { title: post.title })}</span>
            </p>
            <span className={tile.soft}>
              {internal && <em className={styles.internal}>{t('comments.internal')}</em>}{' '}
              <Time at={createdAt} />
            </span>
            <p className={styles.body} dir="auto">
              {deleted ? t('comments.deleted') : parseSanitized(bodyHtml).textContent}
            </p>
          </li>
        ))}
      </ul>
    </Tile>
  )
}

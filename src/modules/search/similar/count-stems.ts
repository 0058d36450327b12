import { CompiledQuery } from 'kysely'
import type { Viewer } from '../../../auth/caller.ts'
import type { Db } from '../../../db/database.ts'
import { Parameters } from '../../../db/lists/parameters.ts'
import { visiblePosts } from '../../posts/visible-posts-sql.ts'
import { withoutAccents, wordsOf } from '../words.ts'

/**
 * A stem of a text, and the number of the organization's posts with it that the viewer may list, at most 500. A stem
 * that is frequent in the whole database has 500.
 */
export type Stem = { stem: string; count: number; isInTitle: boolean }

/** Maximum length of a title or description that is compared, in UTF-16 units. */
const MAX_TEXT = 2_000
/** Number of stems whose posts are counted. */
const MAX_COUNTED = 24
/**
 * Number up to which posts are counted. PostgreSQL's statistics have the stems of more posts. They are of all
 * organizations, so that no organization uses the numbers of stems with fewer.
 */
const MAX_POSTS = 500

/** Stems of words without accents. A stop word with an accent has none. */
const stemsOf = (words: string, folded: string) => `array(
    select unnest(tsvector_to_array(to_tsvector(config, w.folded)))
    from unnest(${words}::text[], ${folded}::text[]) as w(word, folded)
    where to_tsvector(config, w.word) <> '') as stems`

/**
 * Returns the statement that reads the stems and their numbers. Those of the title are counted first, then longer
 * ones. `counted` is the relation and the conditions of the posts that count.
 */
const stemsText = (
  counted: string,
) => `with language as (select search_config(default_locale) as config from organizations where id = $1),
  titled as materialized (select ${stemsOf('$2', '$3')} from language),
  described as materialized (select ${stemsOf('$4', '$5')} from language),
  frequent as materialized (
    select f.stem from pg_stats s
    cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as f(stem, share)
    cross join (select reltuples from pg_class where oid = 'post_documents'::regclass) c
    where f.share * c.reltuples > ${MAX_POSTS} and s.schemaname = current_schema() and s.tablename = 'post_documents' and s.attname = 'document'),
  stems as materialized (
    select w.stem, w.stem = any(t.stems) as titled, f.stem is not null as frequent from titled t, described d
    cross join lateral (select unnest(t.stems || d.stems) as stem group by 1) w
    left join frequent f on f.stem = w.stem
    order by titled desc, frequent, length(w.stem) desc, w.stem limit ${MAX_COUNTED})
  select stem, titled as "isInTitle", case when frequent then ${MAX_POSTS} else (select count(*)::int from (
    select 1 from post_documents d ${counted}
      and d.document @@ quote_literal(stem)::tsquery limit ${MAX_POSTS}) as posts) end as count
  from stems`

/** A text whose stems are counted, and who may list which posts. */
type CountedText = {
  organizationId: number
  title: string
  description: string
  viewer: Viewer
}

/**
 * Returns at most 24 stems of a text, with the number of posts that have each. Stop words have no stems. Outside the
 * team, only posts that the viewer may list count, because numbers would disclose the words of others.
 */
export async function countStems(
  db: Db,
  { organizationId, title, description, viewer }: CountedText,
): Promise<Stem[]> {
  const texts = [wordsOf(title.slice(0, MAX_TEXT)), wordsOf(description.slice(0, MAX_TEXT))]
  const parameters = new Parameters(
    organizationId,
    ...texts.flatMap((words) => [words, words.map(withoutAccents)]),
  )
  const text = stemsText(viewer.hasTeamView ? 'where d.organization_id = $1' : listedBy(viewer, parameters))
  const { rows } = await db.withoutPlugins().executeQuery<Stem>(CompiledQuery.raw(text, parameters.values))
  return rows
}

function listedBy(viewer: Viewer, parameters: Parameters): string {
  const conditions = ['not p.hidden', 'p.merged_into_id is null', ...visiblePosts(viewer, parameters)]
  return `join posts p on p.organization_id = $1 and p.id = d.id and ${conditions.join(' and ')}
      where d.organization_id = $1`
}

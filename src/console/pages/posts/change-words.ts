import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import type { HistoryEvent } from './people-documents.ts'

const t = messagesOf(texts)
const MAX_TEXT = 80
const MERGED_INTO = 'mergedIntoId'
const FIELDS: Record<string, string> = {
  bucket: t('board'),
  descriptionHtml: t('formatting'),
  [MERGED_INTO]: t('mergedInto'),
}

type Changes = HistoryEvent['changes']

/** Ids of the posts that changes name by their number alone. */
export const postsIn = (changes: Changes): string[] =>
  changes
    .filter(({ field }) => field === MERGED_INTO)
    .flatMap(({ from, to }) => [from, to].flatMap((id) => (typeof id === 'number' ? postId(id) : [])))

/** Returns each change in words, such as "Status: Submitted → Planned". `names` are those of `postsIn`. */
export function changesInWords(changes: Changes, names: ReadonlyMap<string, string>): string[] {
  const isReworded = changes.some(({ field }) => field === 'description')
  return changes
    .filter(({ field }) => field !== 'descriptionHtml' || !isReworded)
    .map(({ field, from, to }) => {
      const [was, is] = [from, to].map((value) =>
        field === MERGED_INTO ? postIn(value, names) : wordsOf(value),
      )
      // Long texts may differ behind what is shown.
      return was === is ? t('hasChanged', { field: fieldName(field) }) : `${fieldName(field)}: ${was} → ${is}`
    })
}

const postId = (id: number) => `post_${id}`

function postIn(id: unknown, names: ReadonlyMap<string, string>): string {
  if (typeof id !== 'number') return t('none')
  const name = names.get(postId(id))
  return name === undefined ? postId(id) : `“${shortened(name)}” (${postId(id)})`
}

/** Name of a field in words, such as "Approval status". */
function fieldName(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return FIELDS[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** A value of any form as a short text. */
function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('none')
  if (Array.isArray(value)) return value.length === 0 ? t('none') : value.map(wordsOf).join(', ')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'string' || typeof value === 'number') return shortened(String(value))
  const { label, name, display_name } = value as Record<string, unknown>
  const named = label ?? name ?? display_name
  return named === undefined ? shortened(JSON.stringify(value)) : wordsOf(named)
}

const shortened = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)

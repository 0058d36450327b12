import type { AppError } from '../../lib/errors.ts'
import { html } from '../html.ts'
import { page } from '../parts/page.ts'
import type { TextKey, Words } from '../visit/words.ts'

/** Heading, text and protocol code of a problem. */
export type Problem = { title: string; message: string; code?: string }

/** Returns the page of a problem. It has no link, so that it leads nowhere. */
export function problemPage(base: string, { title, message, code }: Problem, words: Words): string {
  const body = html`<h1>${title}</h1>
    <p>${message}</p>
    ${code ? html`<p class="quiet"><code>${code}</code></p>` : ''}`
  return page({ base, words, title, body })
}

/** Returns an error in the words of a page. The message does not repeat the title. */
export function problemOf(error: AppError, words: Words): Problem & { status: number } {
  const { code, status, retryAfter } = error
  const { text } = words
  const message = sentenceOf(error, words)
  if (retryAfter !== undefined) return { status, title: text('problem.wait'), message }
  if (code === 'INTERNAL')
    return { status, title: text('problem.failed'), message: text('problem.failed-text') }
  const title = text(TITLES[status] ?? 'problem.refused')
  return { status, title, message: message === ended(title) ? text('missing.text') : message }
}

const TITLES: Record<number, TextKey> = { 403: 'problem.forbidden', 404: 'missing.heading' }

/**
 * Returns the message of an error as a sentence. One with a delay names its seconds. Messages of the API are in
 * English: in other languages the sentence is that of the kind of error.
 */
export function sentenceOf(error: AppError, words: Words): string {
  const { message, retryAfter } = error
  const [fact = ''] = message.split('; ')
  if (retryAfter !== undefined) {
    const reason = isEnglish(words) ? ended(fact) : words.text('problem.limited')
    return `${reason} ${words.count('problem.retry', retryAfter)}`
  }
  return isEnglish(words) ? ended(message) : words.text(SENTENCES[error.code] ?? 'problem.refused')
}

const SENTENCES: Partial<Record<AppError['code'], TextKey>> = {
  MISSING_PARAM: 'problem.empty',
  INVALID_PARAM: 'problem.invalid',
  INVALID_FORMAT: 'problem.invalid',
  UNPROCESSABLE: 'problem.invalid',
  ALREADY_EXISTS: 'problem.conflict',
  CONFLICT: 'problem.conflict',
  FORBIDDEN: 'problem.forbidden',
  MISSING_SCOPE: 'problem.forbidden',
  NOT_FOUND: 'missing.text',
  UNAUTHORIZED: 'sso.unusable',
}

const isEnglish = ({ code }: Words) => code === 'en'

const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

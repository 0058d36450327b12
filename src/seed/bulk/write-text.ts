import { preview, toText } from '../../lib/rich-text/html.ts'
import type { RichText } from '../../lib/rich-text/rich-text.ts'
import type { Random } from '../random.ts'
import { phrasesOf, type Phrases } from './phrases.ts'

/** Phrases with their plain text, so that it need not be computed for every text. */
export type Language = Omit<Phrases, 'sentences' | 'blocks' | 'remarks'> & {
  sentences: Piece[]
  blocks: Piece[]
  remarks: Piece[]
}

type Piece = { html: string; text: string }

/** Number of texts in each language, out of twenty. */
const SHARES: [language: string, share: number][] = [
  ['en', 10],
  ['de', 2],
  ['fr', 2],
  ['es', 2],
  ['pt', 1],
  ['ja', 1],
  ['ru', 1],
  ['ar', 1],
]

const MIN_LENGTH = 200
const MAX_LENGTH = 3000
/** Upper bound of the length of a block or paragraph. */
const MAX_PIECE = 500
/** A preview needs no more of a text. */
const WITHIN_PREVIEW = 1000

/** Returns the languages, repeated in proportion to their use, or one of them. */
export function languages(only?: string): Language[] {
  const shares: typeof SHARES = only === undefined ? SHARES : [[only, 1]]
  return shares.flatMap(([language, share]) => Array<Language>(share).fill(read(phrasesOf(language))))
}

/** Writes the title of a post. */
export function writeTitle(random: Random, { openers, subjects, contexts, gap }: Language): string {
  return [random.pick(openers), random.pick(subjects), random.pick(contexts)].join(gap)
}

/**
 * Writes a description of 200 to 3,000 characters of HTML. Short ones are more likely. The result equals
 * `richText` of its HTML.
 */
export function writeDescription(random: Random, language: Language): RichText {
  const length = MIN_LENGTH + (MAX_LENGTH - MAX_PIECE - MIN_LENGTH) * random.next() ** 4
  const shuffled = endless(random, language.sentences)
  const html: string[] = []
  const text: string[] = []
  for (let size = 0; size < length;) {
    const piece =
      html.length > 0 && random.chance(0.15)
        ? random.pick(language.blocks)
        : paragraph(random, language, shuffled)
    html.push(piece.html)
    text.push(piece.text)
    size += piece.html.length
  }
  const plain = text.join('\n\n')
  return { html: html.join(''), text: plain, preview: preview(plain.slice(0, WITHIN_PREVIEW)) }
}

/** Writes the paragraph of a comment. The result equals `richText` of its HTML. */
export function writeRemark(random: Random, { remarks, sentences, gap }: Language): Piece {
  const remark = random.pick(remarks)
  return wrap(random.chance(0.3) ? [remark, random.pick(sentences)] : [remark], gap)
}

function paragraph(random: Random, { gap }: Language, sentences: () => Piece): Piece {
  return wrap(Array.from({ length: random.integer(1, 3) }, sentences), gap)
}

/** Returns the items in random order, repeatedly. No item is repeated before all others were returned. */
function endless<T>(random: Random, items: T[]): () => T {
  const order = items.map((item) => ({ item, rank: random.next() })).sort((a, b) => a.rank - b.rank)
  let at = 0
  return () => (order[at++ % order.length] as { item: T }).item
}

function wrap(pieces: Piece[], gap: string): Piece {
  return {
    html: `<p>${pieces.map(({ html }) => html).join(gap)}</p>`,
    text: pieces.map(({ text }) => text).join(gap),
  }
}

function read(phrases: Phrases): Language {
  const pieces = (all: string[]) => all.map((html) => ({ html, text: toText(html) }))
  return {
    ...phrases,
    sentences: pieces(phrases.sentences),
    blocks: pieces(phrases.blocks),
    remarks: pieces(phrases.remarks),
  }
}

import texts from '../../messages/en/roadmaps.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import type { Roadmap, RoadmapPost } from './documents.ts'

const t = messagesOf(texts)
const NUMBER = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 4 })

export type ScoreType = Roadmap['scoreType']
export type Input = 'reach' | 'impact' | 'confidence' | 'effort' | 'ease'

/** Inputs of each score, in the order of its formula. */
export const INPUTS: Record<ScoreType, readonly Input[]> = {
  NONE: [],
  VOTES: [],
  RICE: ['reach', 'impact', 'confidence', 'effort'],
  ICE: ['impact', 'confidence', 'ease'],
}

/** Score of a post on a roadmap. Null where an input is missing, or nothing is scored. */
export function scoreOf(type: ScoreType, { post, reach, impact, confidence, effort, ease }: RoadmapPost) {
  if (type === 'NONE') return null
  if (type === 'VOTES') return post.votesCount
  if (impact === null || confidence === null) return null
  if (type === 'ICE') return ease === null ? null : impact * confidence * ease
  return reach === null || effort === null ? null : (reach * impact * shareOf(confidence)) / effort
}

/** The confidence of RICE as a share. Above 1 it is a percentage. */
const shareOf = (confidence: number) => (confidence > 1 ? confidence / 100 : confidence)

/** Score with the name of its method, such as "RICE 42". */
export const scoreText = (type: ScoreType, score: number): string =>
  t('score.of', { type: t(`score.${type}`), score: NUMBER.format(score) })

/** A score in the format of numbers. */
export const scoreNumber = (score: number): string => NUMBER.format(score)

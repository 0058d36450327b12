import { hasMark } from '../../app/marks.ts'
import type { FirstStepsData } from './first-steps-documents.ts'

/** The steps in their order. */
export const STEPS = ['visibility', 'look', 'boards', 'team', 'share', 'mail', 'widget', 'import'] as const

export type Step = (typeof STEPS)[number]

/** Color and board of a new organization. */
const FIRST_COLOR = '#4f46e5'
const FIRST_BOARD = 'Feedback'

/**
 * Returns the steps that are done. The choice of a closed portal and the copy of the widget leave nothing in the data,
 * so this browser stores them.
 */
export function doneSteps(data: FirstStepsData): ReadonlySet<Step> {
  const { organization, buckets, teamMembers, invitations, customers, posts, importRuns, mailSettings } = data
  if (!organization) return new Set()
  const { slug, visibility, avatarUrl, colorPrimary } = organization
  const isDone: Record<Step, boolean> = {
    visibility: visibility === 'PUBLIC' || hasMark(slug, 'visibility'),
    look: avatarUrl !== null || colorPrimary !== FIRST_COLOR,
    boards: buckets.nodes.length !== 1 || buckets.nodes[0]?.name !== FIRST_BOARD,
    team: invitations.nodes.length > 0 || teamMembers.nodes.filter(({ user }) => !user.bot).length > 1,
    share: customers.nodes.length > 0 || posts.nodes.length > 0,
    mail: mailSettings !== null && mailSettings.from !== null && mailSettings.problem === null,
    widget: hasMark(slug, 'widget'),
    import: importRuns.nodes.length > 0,
  }
  return new Set(STEPS.filter((step) => isDone[step]))
}

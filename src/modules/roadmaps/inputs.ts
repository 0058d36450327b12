import { builder } from '../../graphql/builder.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'

export const RoadmapIconInput = builder.inputType('RoadmapIconInput', {
  description: 'Icon of a roadmap.',
  fields: (t) => ({
    type: t.string({ required: true, description: 'Kind of icon, such as `emoji`.' }),
    value: t.string({ required: true, description: 'Value of the icon, such as the emoji itself.' }),
  }),
})

export const RoadmapPostScoringInput = builder.inputType('RoadmapPostScoringInput', {
  description: "Inputs of a post's RICE or ICE score, 0 to 1,000,000,000. Null removes an input.",
  fields: (t) => ({
    reach: t.float({ description: 'Reach, the number of people it affects.' }),
    impact: t.float({ description: 'Impact on each of them.' }),
    confidence: t.float({
      description:
        'Confidence of the team in these estimates. In RICE a percentage, such as 80, or a share up to 1.',
    }),
    effort: t.float({ description: 'Effort of completing it, at least 0.001.' }),
    ease: t.float({ description: 'Ease of completing it.' }),
  }),
})

export const RoadmapPositionInput = builder.inputType('RoadmapPositionInput', {
  isOneOf: true,
  description: 'Position beside another post of a roadmap. Exactly one field is given.',
  fields: (t) => ({
    afterPostId: t.id(nodeIdInput('Post', { description: 'Directly after the post with this id.' })),
    beforePostId: t.id(nodeIdInput('Post', { description: 'Directly before the post with this id.' })),
  }),
})

/** Returns a position with database ids. @throws AppError INVALID_PARAM for an id of another type */
export function toPosition({ afterPostId, beforePostId }: typeof RoadmapPositionInput.$inferInput) {
  return afterPostId == null
    ? { beforePostId: databaseIdOf('Post', 'position.beforePostId', beforePostId ?? '') }
    : { afterPostId: databaseIdOf('Post', 'position.afterPostId', afterPostId) }
}

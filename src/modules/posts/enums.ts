import { enumType } from '../../graphql/schema/enum.ts'

export const ApprovalStatusRef = enumType('ApprovalStatus', 'Approval status of a post or comment.', {
  pending: 'Pending approval. Visible to the team and the author only.',
  approved: 'Approved. Visible to everyone who may see its bucket or post.',
})

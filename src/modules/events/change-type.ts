import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { camelCase } from '../../lib/text/case.ts'
import { withUploadUrls } from '../../lib/images/upload-paths.ts'
import { contentOf, type EventContent } from './event-content.ts'
import type { EventNode } from './event-node.ts'

type Change = { field: string; from?: unknown; to?: unknown }

export const ChangeRef = builder.objectRef<Change>('Change').implement({
  description: 'A changed field of an object.',
  fields: (t) => ({
    field: t.exposeString('field', {
      description: 'Name of the field in camel case, such as `approvalStatus`.',
    }),
    from: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'Previous value, whose type is that of the field. Null for an empty field, and if values are not recorded.',
      resolve: ({ from }, _args, context) => spent(from, context),
    }),
    to: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'New value, whose type is that of the field. Null for an empty field, and if values are not recorded.',
      resolve: ({ to }, _args, context) => spent(to, context),
    }),
  }),
})

/** Returns the changes of an event. Empty outside the team. */
export function changesOf(event: EventNode, context: Context): Change[] | Promise<Change[]> {
  if (!hasTeamView(context.caller)) return []
  const content = contentOf(event, context)
  return content instanceof Promise ? content.then(toChanges) : toChanges(content)
}

function toChanges({ before, after }: EventContent): Change[] {
  const [from, to] = [before ?? {}, after ?? {}] as Record<string, unknown>[]
  return Object.keys({ ...from, ...to }).map((field) => ({
    field: camelCase(field),
    from: from?.[field],
    to: to?.[field],
  }))
}

/** Counts a text, such as a description, against the budget of the operation. Pictures have their whole address. */
function spent(value: unknown, { budget, site }: Context): unknown {
  try {
    return typeof value === 'string' ? withUploadUrls(budget.spend(value), site) : value
  } catch (error) {
    // Thrown at once, it would leave the promises of sibling fields unobserved, which ends the process.
    return Promise.reject(error)
  }
}

import { isAdmin } from '../../../auth/caller.ts'
import type { Scope } from '../../../auth/scopes.ts'
import type { EventType } from '../../../events/catalogue.ts'
import { builder } from '../../../graphql/builder.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../../graphql/schema/node/node.ts'
import { connectionType } from '../../../graphql/schema/page.ts'
import { UserRef } from '../../users/type.ts'
import { WebhookRef } from '../../webhooks/type.ts'
import { EventTypeRef } from '../../events/enums.ts'
import { ActorModeRef, OAuthAppKindRef, ScopeRef } from '../enums.ts'
import { oauthLoaders } from '../loaders.ts'
import { OrganizationSummaryRef } from '../organization-summary-type.ts'
import type { InstalledAppRow } from './install-row.ts'
import { userLoaders } from '../../users/loaders.ts'
import { webhookLoaders } from '../../webhooks/loaders.ts'

const InstalledAppRef = builder.objectRef<InstalledAppRow>('InstalledApp').implement({
  description: 'An OAuth app as the organizations that installed it see it.',
  fields: (t) => ({
    kind: t.expose('kind', { type: OAuthAppKindRef, description: 'Kind of the app.' }),
    clientId: t.exposeString('clientId', {
      description: 'Client id: `foapp_…`, or that of a public client.',
    }),
    name: t.exposeString('appName', { description: 'Display name.' }),
    owner: t.field({
      type: OrganizationSummaryRef,
      description: 'Organization that registered the app. For a public client the organization itself.',
      resolve: (install) => ({
        id: install.appOrganizationId,
        slug: install.ownerSlug,
        name: install.ownerName,
      }),
    }),
    subscribedWebhookEvents: t.field({
      type: [EventTypeRef],
      description: 'Events it subscribes to.',
      resolve: (install) => install.subscribedWebhookEvents as EventType[],
    }),
  }),
})

const ToolCallsRef = builder.objectRef<{ tool: string; calls: number }>('ToolCalls').implement({
  description: 'Calls of a tool at `/mcp`.',
  fields: (t) => ({
    tool: t.exposeString('tool', { description: 'Name of the tool.' }),
    calls: t.exposeInt('calls', { description: 'Number of calls.' }),
  }),
})

export const InstallRef = builder.objectRef<InstalledAppRow>('Install').implement({
  description: 'An OAuth app installed in the organization.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Install')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    app: t.field({ type: InstalledAppRef, description: 'The app.', resolve: (install) => install }),
    actorMode: t.expose('actor', {
      type: ActorModeRef,
      description: 'Whether the app acts as itself or as the person who installed it.',
    }),
    user: t.field({
      type: UserRef,
      description: 'Person or bot user as which it acts.',
      resolve: ({ userId }, _args, context) => userLoaders(context).byId.one(userId),
    }),
    installedBy: t.field({
      type: UserRef,
      description: 'Person who consented last.',
      resolve: ({ installedById }, _args, context) => userLoaders(context).byId.one(installedById),
    }),
    scopes: t.field({
      type: [ScopeRef],
      description: 'Scopes that limit its tokens.',
      resolve: ({ scopes }) => scopes as Scope[],
    }),
    webhookEvents: t.field({
      type: [EventTypeRef],
      description: 'Events that the install grants.',
      resolve: (install) => install.webhookEvents as EventType[],
    }),
    webhook: t.field({
      type: WebhookRef,
      nullable: true,
      description: 'Webhook that receives the events. Null if there is none.',
      resolve: async ({ id }, _args, context) => (await webhookLoaders(context).byInstall(id))[0] ?? null,
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the last request of a public client, within a minute. Null before the first, and for registered apps.',
    }),
    toolCalls: t.field({
      type: [ToolCallsRef],
      description: 'Calls of tools in the last 30 days, within a minute, by tool with the most first.',
      resolve: ({ id }, _args, context) => oauthLoaders(context).toolCalls(id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of installation.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the last consent or narrowing.',
    }),
  }),
})

/** Only admins see the installs. */
nodeFinder('Install', async (context, id) =>
  isAdmin(context.caller) ? oauthLoaders(context).installById.find(id) : null,
)

export const InstallConnectionRef = connectionType('Install', InstallRef)

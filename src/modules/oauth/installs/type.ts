import type { EventName } from '../../../events/catalogue.ts'
import { builder } from '../../../graphql/builder.ts'
import { connectionType } from '../../../graphql/page.ts'
import { UserRef } from '../../users/type.ts'
import { WebhookRef } from '../../webhooks/type.ts'
import { ActorModeRef, EventNameRef } from '../enums.ts'
import type { InstalledAppRow } from './install-row.ts'

export const OrganizationSummaryRef = builder
  .objectRef<{ id: number; slug: string; name: string }>('OrganizationSummary')
  .implement({
    description: 'What an organization is told of another one.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Integer id.' }),
      slug: t.exposeString('slug', { description: 'Its name in addresses.' }),
      name: t.exposeString('name', { description: 'Display name.' }),
    }),
  })

const InstalledAppRef = builder.objectRef<InstalledAppRow>('InstalledApp').implement({
  description: 'An OAuth app as those see it who have installed it.',
  fields: (t) => ({
    clientId: t.exposeString('clientId', { description: 'Its client id, `foapp_…`.' }),
    name: t.string({ description: 'Display name.', resolve: ({ appName }) => appName }),
    owner: t.field({
      type: OrganizationSummaryRef,
      description: 'The organization that registered it.',
      resolve: (install) => ({
        id: install.appOrganizationId,
        slug: install.ownerSlug,
        name: install.ownerName,
      }),
    }),
    subscribedWebhookEvents: t.field({
      type: [EventNameRef],
      description: 'The events that it can be told of.',
      resolve: (install) => install.subscribedWebhookEvents as EventName[],
    }),
  }),
})

export const InstallRef = builder.objectRef<InstalledAppRow>('Install').implement({
  description: 'An OAuth app inside the organization: what it may do there, and as whom.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    app: t.field({ type: InstalledAppRef, description: 'The app.', resolve: (install) => install }),
    actor: t.field({
      type: ActorModeRef,
      description: 'Whom it acts as.',
      resolve: ({ actor }) => actor,
    }),
    user: t.field({
      type: UserRef,
      description: 'The person that it acts as, or its bot.',
      resolve: ({ userId }, _args, { load }) => load.user.one(userId),
    }),
    installedBy: t.field({
      type: UserRef,
      description: 'Who consented last.',
      resolve: ({ installedById }, _args, { load }) => load.user.one(installedById),
    }),
    scopes: t.exposeStringList('scopes', { description: 'The most that its tokens may do.' }),
    webhookEvents: t.field({
      type: [EventNameRef],
      description: 'The events that it was granted to be told of.',
      resolve: (install) => install.webhookEvents as EventName[],
    }),
    webhook: t.field({
      type: WebhookRef,
      nullable: true,
      description: 'Where it is told of them; null when it is not.',
      resolve: async ({ id }, _args, { load }) => (await load.webhookOfInstall(id))[0] ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was installed.',
      resolve: ({ createdAt }) => createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last consented to or narrowed.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
})

export const InstallConnectionRef = connectionType('Install', InstallRef)

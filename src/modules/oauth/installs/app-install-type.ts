import type { EventName } from '../../../events/catalogue.ts'
import { builder } from '../../../graphql/builder.ts'
import { connectionType, pageArgs } from '../../../graphql/schema/page.ts'
import { OAuthAppRef } from '../apps/type.ts'
import { ActorModeRef, EventNameRef } from '../enums.ts'
import { installsOfApp, type AppInstallRow } from './installs-of-app.ts'
import { OrganizationSummaryRef } from './type.ts'

const AppInstallRef = builder.objectRef<AppInstallRow>('AppInstall').implement({
  description: "An install as the app's owner sees it.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    organization: t.field({
      type: OrganizationSummaryRef,
      description: 'Organization of the install.',
      resolve: (install) => ({
        id: install.organizationId,
        slug: install.organizationSlug,
        name: install.organizationName,
      }),
    }),
    actor: t.field({ type: ActorModeRef, description: 'Actor mode.', resolve: ({ actor }) => actor }),
    scopes: t.exposeStringList('scopes', { description: 'Scopes that limit its tokens.' }),
    webhookEvents: t.field({
      type: [EventNameRef],
      description: 'Events that the install grants.',
      resolve: (install) => install.webhookEvents as EventName[],
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of installation.',
      resolve: ({ createdAt }) => createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last consent or narrowing.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
})

const AppInstallConnectionRef = connectionType('AppInstall', AppInstallRef)

builder.objectFields(OAuthAppRef, (t) => ({
  installs: t.field({
    type: AppInstallConnectionRef,
    description: 'Installs of the app, newest first.',
    args: pageArgs,
    resolve: (app, page, { db }) => installsOfApp(db, app, page),
  }),
}))

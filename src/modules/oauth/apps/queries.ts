import { builder } from '../../../graphql/builder.ts'
import { pageArgs } from '../../../graphql/schema/page.ts'
import { oauthLoaders } from '../loaders.ts'
import { findOwnApp } from './find-app.ts'
import { appKeyOf, OAuthAppBy, OAuthAppFilter, OAuthAppOrder } from './inputs.ts'
import { listApps } from './list-apps.ts'
import { OAuthAppConnectionRef, OAuthAppRef } from './type.ts'

builder.queryFields((t) => ({
  oauthApps: t.field({
    type: OAuthAppConnectionRef,
    access: { require: 'admin' },
    description: 'OAuth apps that the organization owns, by default newest first.',
    args: {
      ...pageArgs,
      filter: t.arg({ type: OAuthAppFilter, description: 'Filter of the list.' }),
      orderBy: t.arg({ type: OAuthAppOrder, description: 'Order. Default newest first.' }),
    },
    resolve: (_root, { filter, orderBy, ...page }, { db, organizationId }) =>
      listApps(db, organizationId, { filter, orderBy }, page),
  }),

  oauthApp: t.field({
    type: OAuthAppRef,
    nullable: true,
    access: { require: 'admin' },
    description: 'One OAuth app that the organization owns, or null if there is none.',
    args: { by: t.arg({ type: OAuthAppBy, required: true, description: 'Key of the app.' }) },
    resolve: (_root, { by }, context) => {
      const key = appKeyOf(by, 'by')
      return typeof key === 'number'
        ? oauthLoaders(context).appById.find(key)
        : findOwnApp(context.db, context.organizationId, key)
    },
  }),
}))

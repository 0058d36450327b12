import { builder } from '../../../graphql/builder.ts'
import { pageArgs } from '../../../graphql/schema/page.ts'
import { findOwnApp } from './find-app.ts'
import { listApps } from './list-apps.ts'
import { OAuthAppConnectionRef, OAuthAppRef } from './type.ts'

builder.queryFields((t) => ({
  oauthApps: t.field({
    type: OAuthAppConnectionRef,
    access: { require: 'admin' },
    description: 'OAuth apps that the organization owns, newest first.',
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listApps(db, organizationId, page),
  }),

  oauthApp: t.field({
    type: OAuthAppRef,
    access: { require: 'admin' },
    description: 'The OAuth app with the given client id that the organization owns.',
    args: { clientId: t.arg.string({ required: true, description: 'Client id of the app.' }) },
    resolve: (_root, { clientId }, { db, organizationId }) => findOwnApp(db, organizationId, clientId),
  }),
}))

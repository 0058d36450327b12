import { builder } from '../../../graphql/builder.ts'
import { InstallRef } from '../../oauth/installs/type.ts'
import { webhookLoaders } from '../loaders.ts'
import { WebhookRef } from '../type.ts'

builder.objectField(WebhookRef, 'install', (t) =>
  t.field({
    type: InstallRef,
    nullable: true,
    description: 'Install that it belongs to. Null for a webhook of the organization.',
    resolve: ({ installId }, _args, context) =>
      installId === null ? null : webhookLoaders(context).install.find(installId),
  }),
)

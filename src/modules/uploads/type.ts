import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/schema/enum.ts'
import { nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import type { ImageType } from '../../lib/images/image.ts'
import { userLoaders } from '../users/loaders.ts'
import { UserRef } from '../users/type.ts'
import type { UploadRow } from './list-uploads.ts'
import { uploadLoaders } from './loaders.ts'
import { uploadUrl } from './upload-address.ts'

const UploadTypeRef = enumType<ImageType>('UploadType', 'Type of a picture.', {
  png: 'PNG.',
  jpeg: 'JPEG.',
  gif: 'GIF.',
  webp: 'WebP.',
  avif: 'AVIF.',
})

const UploadRef = builder.objectRef<UploadRow>('Upload').implement({
  description: 'A picture that a person uploaded with `POST /uploads`.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Upload')),
    databaseId: t.exposeInt('id', { description: 'Integer id.' }),
    url: t.field({
      type: 'URL',
      description:
        'Address of the picture, which those read who may see a text with it. A logo, an avatar and a picture of the changelog are for everyone.',
      resolve: (upload, _args, { site }) => uploadUrl(upload, site),
    }),
    type: t.expose('type', { type: UploadTypeRef, description: 'Format of the picture.' }),
    width: t.exposeInt('width', { description: 'Width in pixels.' }),
    height: t.exposeInt('height', { description: 'Height in pixels.' }),
    size: t.exposeInt('size', { description: 'Number of bytes.' }),
    uploadedBy: t.field({
      type: UserRef,
      description: 'Person who uploaded it.',
      resolve: ({ uploaderId }, _args, context) => userLoaders(context).byId.one(uploaderId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the upload.' }),
    attachedAt: t.expose('attachedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which a text with it was first saved. Null without one: it is deleted after 24 hours.',
    }),
  }),
})

nodeFinder('Upload', (context, id) =>
  hasTeamView(context.caller) ? uploadLoaders(context).byId.find(id) : Promise.resolve(null),
)

export const UploadConnectionRef = connectionType('Upload', UploadRef)

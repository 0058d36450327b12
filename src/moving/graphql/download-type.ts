import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { toNodeId, type NodeType } from '../../graphql/schema/node/prefixes.ts'
import { downloadPath } from '../transfer/signed-address.ts'

type DownloadFile = { name: string; url: string; expiresAt: Date }

/** Returns the signed addresses of files of an import or export. */
export function downloadsOf(
  { keys, organizationId, site }: Pick<Context, 'keys' | 'organizationId' | 'site'>,
  [type, databaseId]: [NodeType, number],
  names: readonly string[],
): DownloadFile[] {
  const id = toNodeId(type, databaseId)
  return names.map((name) => {
    const { path, expiresAt } = downloadPath(keys.downloads, { organizationId, id, name })
    return { name, url: site.publicUrl + path, expiresAt }
  })
}

export const DownloadRef = builder.objectRef<DownloadFile>('Download').implement({
  description: 'A file to download. Its address needs no credential.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the file.' }),
    url: t.expose('url', { type: 'URL', description: 'Signed address.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time after which the address is not valid.',
    }),
  }),
})

import { sql } from 'kysely'
import { portalBase } from '../../auth/portal-base.ts'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'
import type { RunKey } from '../engine/context.ts'
import { csvLine } from '../rules/csv-line.ts'

/** Names of the files with the addresses that objects had at the source of an import. */
const ADDRESS_FILES = ['addresses.csv', 'addresses.nginx.conf'] as const
export type AddressFile = (typeof ADDRESS_FILES)[number]

/** Whether a name is that of a file with the addresses of an import. */
export const isAddressFile = (name: string): name is AddressFile => ADDRESS_FILES.some((one) => one === name)

/** Returns which of the imports have a source with addresses. */
export async function importsWithAddresses(
  db: Db,
  organizationId: number,
  ids: readonly number[],
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`select r.id from import_runs r
    where r.organization_id = ${organizationId} and r.id = any(${ids}::int[])
      and exists (select 1 from import_runs one join old_addresses a
          on a.organization_id = one.organization_id and a.run_id = one.id
        where one.organization_id = r.organization_id and one.source_name = r.source_name)`.execute(db)
  return rows
}

type Address = { path: string; kind: 'post' | 'changelog'; slug: string }
const PAGE = 1_000

/** Addresses of the source of a run, in the order of their paths. Those of deleted objects are left out. */
async function* addressesOf(db: Db, { organizationId, id }: RunKey): AsyncGenerator<Address> {
  for (let after = ''; ;) {
    const { rows } = await sql<Omit<Address, 'slug'> & { slug: string | null }>`
      select a.path, a.kind, coalesce(p.slug, c.slug) as slug from old_addresses a
      left join posts p on a.kind = 'post' and p.organization_id = a.organization_id and p.id = a.local_id
      left join changelogs c on a.kind = 'changelog' and c.organization_id = a.organization_id and c.id = a.local_id
      where a.organization_id = ${organizationId} and a.path > ${after} and a.run_id in (
        select one.id from import_runs one join import_runs r on r.organization_id = one.organization_id
          and r.source_name = one.source_name
        where r.organization_id = ${organizationId} and r.id = ${id})
      order by a.path limit ${PAGE}`.execute(db)
    for (const { slug, ...row } of rows) if (slug !== null) yield { ...row, slug }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.path
  }
}

type Site = { readonly publicUrl: string }

/**
 * Returns the lines of a file with the addresses at the source of an import and the present ones. Paths are
 * percent-encoded, as requests contain them.
 * @throws AppError NOT_FOUND
 */
export async function* addressLines(
  db: Db,
  run: RunKey,
  { name, site }: { name: AddressFile; site: Site },
): AsyncGenerator<string> {
  const organization = await db
    .selectFrom('organizations')
    .select(['slug', 'portalUrl'])
    .where('id', '=', run.organizationId)
    .executeTakeFirst()
  if (!organization) throw notFound('Organization')
  const base = portalBase(organization, site)
  const isMap = name === 'addresses.nginx.conf'
  yield isMap ? MAP_START : csvLine(['path', 'url'])
  for await (const { path, kind, slug } of addressesOf(db, run)) {
    const url = `${base}/${kind === 'post' ? 'p' : 'changelog'}/${encodePath(slug)}`
    yield isMap ? `  "${encodePath(path)}" "${url}";\n` : csvLine([encodePath(path), url])
  }
  if (isMap) yield '}\n'
}

/** Characters that a client leaves as they are in a path (RFC 3986 section 3.3), but those with a meaning for nginx. */
const encodePath = (path: string) =>
  encodeURIComponent(path).replaceAll(/%(?:2F|3A|40|26|2B|2C|3D)/g, (one) => decodeURIComponent(one))

const MAP_START = `# Include this file in the block "http", and write into the block "server":
#   if ($echolog_address) { return 301 $echolog_address; }
# Many or long paths need larger values of map_hash_max_size and map_hash_bucket_size.
map $request_uri $echolog_path {
  "~^(?<echolog_bare>/[^?]*[^?/])/*(?:\\?|$)" $echolog_bare;
}
map $echolog_path $echolog_address {
`

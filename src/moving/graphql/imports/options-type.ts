import { builder } from '../../../graphql/builder.ts'
import { DEFAULT_MAX_ENTRIES } from '../../sources/source-files.ts'
import type { ImportOptions } from '../../transfer/import-verbs.ts'
import { ImportDateOrderRef, ImportEncodingRef } from './enums.ts'

type Mapping = { from: string; to: string }
type Column = { field: string; heading: string }

const ImportMappingRef = builder.objectRef<Mapping>('ImportMapping').implement({
  description: 'A value of the source, and the one here that replaces it.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'Value of the source, or its id.' }),
    to: t.exposeString('to', { description: 'Slug or name here, and for a status also its kind.' }),
  }),
})

export const ImportColumnRef = builder.objectRef<Column>('ImportColumn').implement({
  description: 'A field of posts, and its heading in a plain CSV file.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Field, such as `title`.' }),
    heading: t.exposeString('heading', { description: 'Heading of its column.' }),
  }),
})

const mappingsOf = (map: Readonly<Record<string, string>> = {}): Mapping[] =>
  Object.entries(map).map(([from, to]) => ({ from, to }))

/** Returns the columns of a plain CSV file from its headings by field. */
export const columnsOf = (columns: Readonly<Record<string, string>> = {}): Column[] =>
  Object.entries(columns).map(([field, heading]) => ({ field, heading }))

export const ImportOptionsRef = builder.objectRef<ImportOptions>('ImportOptions').implement({
  description: 'Options of an import, with the defaults of omitted ones.',
  fields: (t) => ({
    mapStatus: t.field({
      type: [ImportMappingRef],
      description: 'Statuses here by status of the source.',
      resolve: ({ mapStatus }) => mappingsOf(mapStatus),
    }),
    mapBoard: t.field({
      type: [ImportMappingRef],
      description: 'Buckets here by board of the source.',
      resolve: ({ mapBoard }) => mappingsOf(mapBoard),
    }),
    mapTag: t.field({
      type: [ImportMappingRef],
      description: 'Tags here by tag of the source.',
      resolve: ({ mapTag }) => mappingsOf(mapTag),
    }),
    bucket: t.string({
      nullable: true,
      description: 'Slug of the bucket of posts without a board. Null for the first public one.',
      resolve: ({ bucket }) => bucket ?? null,
    }),
    team: t.field({
      type: ['EmailAddress'],
      description: 'People who become members of the team.',
      resolve: ({ team }) => team ?? [],
    }),
    columns: t.field({
      type: [ImportColumnRef],
      description: 'Columns of a plain CSV file that were chosen.',
      resolve: ({ columns }) => columnsOf(columns),
    }),
    timezone: t.string({
      description: 'IANA name of the zone of dates without one.',
      resolve: ({ timezone }) => timezone ?? 'UTC',
    }),
    dateOrder: t.field({
      type: ImportDateOrderRef,
      nullable: true,
      description: 'Order in dates of digits. Null if it was not chosen.',
      resolve: ({ dateOrder }) => dateOrder ?? null,
    }),
    encoding: t.field({
      type: ImportEncodingRef,
      nullable: true,
      description: 'Encoding of text files. Null if it is recognized.',
      resolve: ({ encoding }) => encoding ?? null,
    }),
    maxEntries: t.int({
      description: 'Maximum number of entries of an archive.',
      resolve: ({ maxEntries }) => maxEntries ?? DEFAULT_MAX_ENTRIES,
    }),
    notes: t.boolean({
      description: 'Whether facts that no field holds become an internal comment.',
      resolve: ({ notes }) => notes !== false,
    }),
    keepStatuses: t.boolean({
      description: 'Whether unknown statuses are created.',
      resolve: ({ keepStatuses }) => keepStatuses === true,
    }),
    fetchAssets: t.boolean({
      description: 'Whether pictures at other addresses are fetched and stored.',
      resolve: ({ fetchAssets }) => fetchAssets === true,
    }),
    emit: t.boolean({
      description: 'Whether events of new objects are recorded, which webhooks receive.',
      resolve: ({ emit }) => emit === true,
    }),
    overwrite: t.boolean({
      description: 'Whether values of the source replace changes made here.',
      resolve: ({ overwrite }) => overwrite === true,
    }),
    recreate: t.boolean({
      description: 'Whether what was deleted here is created again.',
      resolve: ({ recreate }) => recreate === true,
    }),
    yes: t.boolean({
      description: 'Whether the guesses of the plan are accepted.',
      resolve: ({ yes }) => yes === true,
    }),
  }),
})

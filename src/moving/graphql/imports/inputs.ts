import { builder } from '../../../graphql/builder.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { ImportDateOrderRef, ImportEncodingRef } from './enums.ts'

const ImportMappingInput = builder.inputType('ImportMappingInput', {
  description: 'A value of the source, and the one here that replaces it.',
  fields: (t) => ({
    from: t.string({ required: true, description: 'Value of the source, or its id.' }),
    to: t.string({ required: true, description: 'Slug or name here, and for a status also its kind.' }),
  }),
})

const ImportColumnInput = builder.inputType('ImportColumnInput', {
  description: 'A field of posts, and its heading in a plain CSV file.',
  fields: (t) => ({
    field: t.string({ required: true, description: 'Field, such as `title`.' }),
    heading: t.string({
      required: true,
      description: 'Heading of its column. Empty to leave the field out.',
    }),
  }),
})

/** Options of an import. Omitted ones have their default. */
export const ImportOptionsInput = builder.inputType('ImportOptionsInput', {
  description: 'Options of an import. Omitted ones have their default.',
  fields: (t) => ({
    sourceName: t.string({
      description: 'Name of the instance of the source. Imports with the same name update the same records.',
    }),
    mapStatus: t.field({ type: [ImportMappingInput], description: 'Statuses here by status of the source.' }),
    mapBoard: t.field({ type: [ImportMappingInput], description: 'Buckets here by board of the source.' }),
    mapTag: t.field({ type: [ImportMappingInput], description: 'Tags here by tag of the source.' }),
    keepStatuses: t.boolean({ description: 'Whether unknown statuses are created. Default false.' }),
    bucket: t.string({
      description: 'Slug of the bucket of posts without a board. Default: the first public one.',
    }),
    team: t.field({ type: ['EmailAddress'], description: 'People who become members of the team.' }),
    columns: t.field({ type: [ImportColumnInput], description: 'Columns of a plain CSV file.' }),
    timezone: t.string({ description: 'IANA name of the zone of dates without one. Default `UTC`.' }),
    dateOrder: t.field({ type: ImportDateOrderRef, description: 'Order in dates of digits.' }),
    encoding: t.field({
      type: ImportEncodingRef,
      description: 'Encoding of text files. Default: recognized.',
    }),
    notes: t.boolean({
      description: 'Whether facts that no field holds become an internal comment. Default true.',
    }),
    fetchAssets: t.boolean({
      description: 'Whether pictures at other addresses are fetched and stored. Default false.',
    }),
    emit: t.boolean({
      description:
        'Whether `POST_CREATED`, `CHANGELOG_CREATED` and `CHANGELOG_PUBLISHED` are recorded for new objects, which webhooks receive. Default false.',
    }),
    overwrite: t.boolean({
      description: 'Whether values of the source replace changes made here. Default false.',
    }),
    recreate: t.boolean({ description: 'Whether what was deleted here is created again. Default false.' }),
    yes: t.boolean({ description: 'Whether the guesses of the plan are accepted. Default false.' }),
    maxEntries: t.int({ description: 'Maximum number of entries of an archive. Default 10,000.' }),
  }),
})

const ImportApiInput = builder.inputType('ImportApiInput', {
  description: 'The API of a source.',
  fields: (t) => ({
    key: t.string({
      required: true,
      description: 'API key. It is encrypted, deleted after the last answer, and never returned.',
    }),
    url: t.field({ type: 'URL', description: 'Address of the API. Required for Astuto.' }),
    voters: t.boolean({
      description:
        'Whether FeatureOS is asked for the votes of each customer, a request or more each. Default true.',
    }),
    roadmaps: t.stringList({ description: 'Ids of roadmaps of FeatureOS, if it does not list them.' }),
  }),
})

const ImportFilesInput = builder.inputType('ImportFilesInput', {
  description: 'Two uploaded files of plain CSV.',
  fields: (t) => ({
    id: t.id(nodeIdInput('ImportFile', { required: true, description: 'Id of the file with the posts.' })),
    votesId: t.id(
      nodeIdInput('ImportFile', { required: true, description: 'Id of the file with the votes.' }),
    ),
  }),
})

/** Where an import gets its files. */
export const ImportFromInput = builder.inputType('ImportFromInput', {
  isOneOf: true,
  description: 'Where an import gets its files. Exactly one field is given.',
  fields: (t) => ({
    fileId: t.id(nodeIdInput('ImportFile', { description: 'Id of an uploaded file.' })),
    files: t.field({ type: ImportFilesInput, description: 'Uploaded files of posts and votes.' }),
    api: t.field({ type: ImportApiInput, description: 'An API.' }),
  }),
})

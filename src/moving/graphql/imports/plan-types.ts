import { builder } from '../../../graphql/builder.ts'
import {
  KINDS,
  type Counts,
  type Decision,
  type Kind,
  type Outcome,
  type PlannedPeople,
  type PlannedValue,
  type Sample,
} from '../../engine/plan.ts'
import type { Progress } from '../../engine/read-run.ts'
import type { ImportLoss } from '../../transfer/losses-of.ts'
import { ImportKindRef, ImportPhaseRef, ImportValueFieldRef } from './enums.ts'

type ImportCount = { kind: Kind } & Partial<Record<Outcome, number>>

/** Returns the numbers of each kind that occurs, in the order of kinds. */
export const countsOf = (counts: Counts): ImportCount[] =>
  KINDS.flatMap((kind) => (counts[kind] ? [{ kind, ...counts[kind] }] : []))

export const ImportCountRef = builder.objectRef<ImportCount>('ImportCount').implement({
  description: 'Numbers of records of one kind, by outcome.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ImportKindRef, description: 'Kind of the counted records.' }),
    created: t.int({
      description: 'Number of records that the import creates.',
      resolve: ({ created }) => created ?? 0,
    }),
    updated: t.int({
      description: 'Number of records that the import updates.',
      resolve: ({ updated }) => updated ?? 0,
    }),
    unchanged: t.int({
      description: 'Number of records that are here already.',
      resolve: ({ unchanged }) => unchanged ?? 0,
    }),
    kept: t.int({
      description: 'Kept as they are here, because they were changed here too.',
      resolve: ({ kept }) => kept ?? 0,
    }),
    skipped: t.int({ description: 'Left out by a rule.', resolve: ({ skipped }) => skipped ?? 0 }),
    failed: t.int({ description: 'Not imported because of an error.', resolve: ({ failed }) => failed ?? 0 }),
  }),
})

export const ImportValueRef = builder.objectRef<PlannedValue>('ImportValue').implement({
  description: 'A status, board or tag of the source, and what it becomes.',
  fields: (t) => ({
    field: t.expose('field', {
      type: ImportValueFieldRef,
      description: 'Field of the source that has the value.',
    }),
    value: t.exposeString('value', { description: 'Name in the source, or its id.' }),
    count: t.exposeInt('count', { description: 'Number of posts with it.' }),
    becomes: t.exposeString('becomes', {
      nullable: true,
      description: 'Name of what it becomes. Null if it is left out.',
    }),
    needsDecision: t.exposeBoolean('needsDecision', { description: 'Whether `becomes` is a guess.' }),
    option: t.exposeString('option', {
      nullable: true,
      description: 'Option of the command line that decides it.',
    }),
  }),
})

export const ImportDecisionRef = builder.objectRef<Decision>('ImportDecision').implement({
  description: 'A decision without which an import does not start.',
  fields: (t) => ({
    option: t.exposeString('option', { description: 'Option of the command line that decides it.' }),
    reason: t.exposeString('reason', { description: 'Why the import needs the decision.' }),
  }),
})

export const ImportLossRef = builder.objectRef<ImportLoss>('ImportLoss').implement({
  description: 'Content that the service cannot keep, or that the source does not contain.',
  fields: (t) => ({
    what: t.exposeString('what', { description: 'Content.' }),
    count: t.exposeInt('count', { nullable: true, description: 'Number. Null if it is not known.' }),
    reason: t.exposeString('reason', { description: 'Why the content is lost.' }),
  }),
})

export const ImportPeopleRef = builder.objectRef<PlannedPeople>('ImportPeople').implement({
  description: 'Numbers of people of a source. A person counts once.',
  fields: (t) => ({
    withEmail: t.exposeInt('withEmail', { description: 'New, with an e-mail address.' }),
    withoutEmail: t.exposeInt('withoutEmail', { description: 'New, without an e-mail address.' }),
    byName: t.exposeInt('byName', { description: 'Known by their name alone.' }),
    present: t.exposeInt('present', { description: 'Present in the organization already.' }),
    erased: t.exposeInt('erased', { description: 'Erased here. They stay erased.' }),
  }),
})

const ImportSampleAfterRef = builder.objectRef<Sample['after']>('ImportSampleAfter').implement({
  description: 'A post as it is imported.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Title of the post here.' }),
    descriptionHtml: t.expose('html', { type: 'HTML', description: 'Sanitized HTML.' }),
    status: t.exposeString('status', { description: 'Name of the status.' }),
    bucket: t.exposeString('bucket', { description: 'Name of the bucket.' }),
    tags: t.exposeStringList('tags', { description: 'Names of the tags.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: ({ createdAt }) => new Date(createdAt),
    }),
  }),
})

export const ImportSampleRef = builder.objectRef<Sample>('ImportSample').implement({
  description: 'A post before and after.',
  fields: (t) => ({
    externalId: t.exposeString('externalId', { description: 'Id in the source.' }),
    title: t.exposeString('title', { description: 'Title in the source.' }),
    status: t.exposeString('status', { nullable: true, description: 'Status in the source.' }),
    bucket: t.exposeString('bucket', { nullable: true, description: 'Board in the source.' }),
    tags: t.exposeStringList('tags', { description: 'Tags in the source.' }),
    createdAt: t.exposeString('createdAt', { nullable: true, description: 'Time in the source.' }),
    after: t.expose('after', { type: ImportSampleAfterRef, description: 'The post here.' }),
  }),
})

export const ImportProgressRef = builder.objectRef<Progress>('ImportProgress').implement({
  description: 'Progress of an import.',
  fields: (t) => ({
    phase: t.expose('phase', { type: ImportPhaseRef, description: 'Part of the import or of its undo.' }),
    done: t.exposeInt('done', { description: 'Number of items that are done.' }),
    total: t.exposeInt('total', { description: 'Number of items of the source.' }),
    rate: t.exposeFloat('rate', { description: 'Records per second.' }),
    secondsLeft: t.exposeInt('secondsLeft', {
      nullable: true,
      description: 'Seconds to the end, estimated.',
    }),
  }),
})

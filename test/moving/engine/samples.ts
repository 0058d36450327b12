import { filesOf } from '../../../src/moving/sources/open-files.ts'
import { memoryBytes } from '../../../src/moving/sources/open-files.ts'
import { readWhole } from '../../../src/moving/sources/source-files.ts'
import { openSample } from '../read.ts'
import type { Given } from './run-source.ts'

type Sample = { given: Given; rows: Record<string, number> }

/** Files of a folder of samples whose names begin with a text. */
async function startingWith(folder: string, start: string) {
  const all = await openSample(folder)
  const names = all.names.filter((name) => name.startsWith(start))
  return filesOf(
    await Promise.all(
      names.map(async (name) => ({ name, bytes: memoryBytes(await readWhole(all, name, 1024 ** 2)) })),
    ),
  )
}

const LATER = { 'Later, maybe': 'planned' }
const CLEARFLASK = {
  mapBoard: { 'cat-ideas': 'Ideas' },
  mapStatus: { 'st-progress': 'in_progress' },
  mapTag: { 'tag-ui': 'UI', 'tag-web': 'Web' },
}

/** The samples, and the rows that each gives in an organization with its six statuses and the bucket "Feedback". */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  'a backup of Fider': {
    given: { source: 'fider', open: () => openSample('fider/backup.zip') },
    rows: {
      ...{ people: 4, blocked: 1, deleted: 1, tags: 1, posts: 3, merged: 1, pending: 1 },
      ...{ votes: 3, comments: 2, subscriptions: 1, pictures: 1 },
    },
  },
  'posts of Fider': {
    given: { source: 'fider', open: () => openSample('fider/posts.csv') },
    rows: { people: 3, withoutEmail: 3, tags: 2, posts: 3, merged: 1, counted: 3, comments: 1 },
  },
  'tables of Astuto': {
    given: { source: 'astuto', open: () => openSample('astuto/tables') },
    rows: {
      ...{ people: 4, blocked: 1, withoutEmail: 1, buckets: 2, posts: 3, pending: 2, hidden: 1, votes: 2 },
      ...{ comments: 3, internal: 1, subscriptions: 1, roadmaps: 1, roadmapPosts: 1 },
    },
  },
  'answers of Astuto': {
    given: { source: 'astuto', open: () => startingWith('astuto', 'api-') },
    rows: { people: 1, buckets: 1, posts: 1, votes: 1, comments: 1, roadmaps: 1, roadmapPosts: 1 },
  },
  'answers of Canny': {
    given: {
      source: 'canny',
      open: () => startingWith('canny', '').then(jsonOnly),
      options: { mapStatus: LATER },
    },
    rows: {
      ...{
        people: 4,
        withoutEmail: 2,
        buckets: 1,
        tags: 3,
        posts: 3,
        merged: 1,
        votes: 3,
        comments: 5,
        internal: 2,
      },
      ...{ entries: 1, labels: 3, entryPosts: 1 },
    },
  },
  'posts of Canny': {
    given: {
      source: 'csv',
      open: () => openSample('canny/posts-export-UNVERIFIED-headings.csv'),
      options: { mapStatus: LATER },
    },
    rows: { people: 1, buckets: 1, tags: 3, posts: 2, counted: 3 },
  },
  'answers of FeatureOS': {
    given: { source: 'featureos', open: () => openSample('featureos') },
    rows: { people: 2, withoutEmail: 1, buckets: 1, tags: 1, posts: 1, counted: 2, entries: 1, labels: 1 },
  },
  'an export of Quackback': {
    given: { source: 'quackback', open: () => openSample('quackback/export.zip') },
    rows: {
      ...{ people: 3, withoutEmail: 1, buckets: 1, tags: 1, posts: 2, votes: 2, counted: 2, comments: 2 },
      entries: 1,
    },
  },
  "Quackback's template": {
    given: { source: 'quackback', open: () => openSample('quackback/import-template.csv') },
    rows: { people: 1, buckets: 1, tags: 2, posts: 1, counted: 3 },
  },
  'plain CSV': {
    given: { source: 'csv', open: () => openSample('plain/posts.csv') },
    rows: { people: 1, buckets: 1, tags: 2, posts: 1, counted: 3 },
  },
  'answers of Featurebase': {
    given: {
      source: 'featurebase',
      open: () => openSample('featurebase'),
      options: { mapBoard: { '67f0b1': 'Ideas' } },
    },
    rows: {
      ...{ people: 4, withoutEmail: 3, buckets: 1, tags: 1, posts: 1, pinned: 1, votes: 2, counted: 1 },
      ...{ comments: 2, internal: 1, entries: 1, labels: 1 },
    },
  },
  'tables of LogChimp': {
    given: { source: 'logchimp', open: () => openSample('logchimp/tables') },
    rows: { people: 2, buckets: 1, posts: 2, votes: 2, comments: 2 },
  },
  'a moderated export of UserVoice': {
    given: { source: 'uservoice', open: () => openSample('uservoice/moderated') },
    rows: {
      ...{ people: 3, withoutEmail: 1, buckets: 1, posts: 4, pending: 2, votes: 3, comments: 2, internal: 1 },
      subscriptions: 3,
    },
  },
  'a set of ClearFlask': {
    given: { source: 'clearflask', open: () => openSample('clearflask'), options: CLEARFLASK },
    rows: { people: 3, withoutEmail: 1, buckets: 1, tags: 2, posts: 2, counted: 3, comments: 3 },
  },
}

async function jsonOnly(files: Awaited<ReturnType<typeof startingWith>>) {
  const names = files.names.filter((name) => name.endsWith('.json'))
  return filesOf(
    await Promise.all(
      names.map(async (name) => ({ name, bytes: memoryBytes(await readWhole(files, name, 1024 ** 2)) })),
    ),
  )
}

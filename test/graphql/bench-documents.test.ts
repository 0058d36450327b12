import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { documentText } from '../../src/lib/graphql-client/graphql.ts'
import { compile } from '../../src/graphql/execution/compile.ts'
import { schema } from '../../src/schema.ts'
import { LIST_IN_FILTER, NESTED_LIST } from '../bench/documents.ts'

test.each(Object.entries({ LIST_IN_FILTER, NESTED_LIST }))(
  'the document %s of the benchmark is compiled',
  (_name, document) => {
    expect(compile(schema, parse(documentText(document)))).not.toBeNull()
  },
)

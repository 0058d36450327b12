import { describe, expect, it } from 'vitest'
import { isAtomic } from '../../src/db/migrations/files.ts'

const FUNCTION = `CREATE FUNCTION shout(t text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  -- a semicolon; in a comment
  RETURN upper(t) || '; done';
END;
$$;
INSERT INTO post VALUES (1, shout('a;b'));
`

describe('isAtomic', () => {
  it('returns whether a script runs as a whole', () => {
    expect(
      [
        'CREATE TABLE t (id int);',
        FUNCTION,
        "INSERT INTO t VALUES ('x; BEGIN; VACUUM');",
        '-- CONCURRENTLY\nSELECT 1',
      ].map(isAtomic),
    ).toEqual([true, true, true, true])
    expect(
      [
        'CREATE INDEX CONCURRENTLY i ON t (id);',
        'BEGIN;\nSELECT 1;\nCOMMIT;',
        'SELECT 1; VACUUM t;',
        'CREATE DATABASE d',
      ].map(isAtomic),
    ).toEqual([false, false, false, false])
  })
})

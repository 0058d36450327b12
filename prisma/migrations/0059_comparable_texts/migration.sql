-- Addresses have their domain in Unicode, and names have the form NFC. A row whose new text another row has is unchanged.

-- Returns a label of a domain in Unicode (RFC 3492, section 6.2), or as it is.
CREATE FUNCTION "unicode_label"("label" TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  sent TEXT := substr(label, 5);
  dash INT := length(sent) - strpos(reverse(sent), '-') + 1;
  points INT[] := '{}';
  digits TEXT := sent;
  n INT := 128;
  i INT := 0;
  bias INT := 72;
  previous INT;
  weight INT;
  k INT;
  t INT;
  digit INT;
  delta INT;
BEGIN
  IF label NOT LIKE 'xn--_%' OR label !~ '^[a-z0-9-]+$' THEN RETURN label; END IF;
  IF strpos(sent, '-') > 0 THEN
    points := ARRAY(SELECT ascii(c) FROM regexp_split_to_table(left(sent, dash - 1), '') WITH ORDINALITY AS x(c, o)
      WHERE c <> '' ORDER BY o);
    digits := substr(sent, dash + 1);
  END IF;
  WHILE digits <> '' LOOP
    previous := i;
    weight := 1;
    k := 36;
    LOOP
      IF digits = '' THEN RETURN label; END IF;
      digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', left(digits, 1)) - 1;
      digits := substr(digits, 2);
      IF digit < 0 THEN RETURN label; END IF;
      i := i + digit * weight;
      t := least(greatest(k - bias, 1), 26);
      EXIT WHEN digit < t;
      weight := weight * (36 - t);
      k := k + 36;
    END LOOP;
    delta := (i - previous) / CASE WHEN previous = 0 THEN 700 ELSE 2 END;
    delta := delta + delta / (cardinality(points) + 1);
    bias := 0;
    WHILE delta > 455 LOOP
      delta := delta / 35;
      bias := bias + 36;
    END LOOP;
    bias := bias + 36 * delta / (delta + 38);
    n := n + i / (cardinality(points) + 1);
    i := i % (cardinality(points) + 1);
    points := points[:i] || n || points[i + 1:];
    i := i + 1;
  END LOOP;
  -- Domains of symbols stay in Punycode.
  IF EXISTS (SELECT FROM unnest(points) p WHERE p BETWEEN 8192 AND 11263 OR p BETWEEN 126976 AND 130047
    OR p IN (183, 885, 1523, 1524, 12539)) THEN
    RETURN label;
  END IF;
  RETURN (SELECT string_agg(chr(p), '' ORDER BY o) FROM unnest(points) WITH ORDINALITY AS x(p, o));
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN RETURN label;
END $$;

CREATE FUNCTION "unicode_address"("address" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT split_part(address, '@', 1) || '@' || (SELECT string_agg(unicode_label(l), '.' ORDER BY o)
    FROM string_to_table(split_part(address, '@', 2), '.') WITH ORDINALITY AS x(l, o)) $$;

DO $$
DECLARE r RECORD;
BEGIN
  FOR r IN SELECT id, email FROM accounts WHERE email LIKE '%@%xn--%' LOOP
    BEGIN
      UPDATE accounts SET email = unicode_address(email) WHERE id = r.id;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END LOOP;
  FOR r IN SELECT organization_id, id FROM users WHERE email LIKE '%@%xn--%' LOOP
    BEGIN
      UPDATE users SET email = unicode_address(email) WHERE organization_id = r.organization_id AND id = r.id;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END LOOP;
  FOR r IN SELECT organization_id, id FROM invitations WHERE email LIKE '%@%xn--%' LOOP
    BEGIN
      UPDATE invitations SET email = unicode_address(email) WHERE organization_id = r.organization_id AND id = r.id;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END LOOP;
  FOR r IN SELECT organization_id, id FROM tags WHERE name IS NOT NORMALIZED LOOP
    BEGIN
      UPDATE tags SET name = normalize(name) WHERE organization_id = r.organization_id AND id = r.id;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END LOOP;
  FOR r IN SELECT organization_id, id FROM changelog_labels WHERE name IS NOT NORMALIZED LOOP
    BEGIN
      UPDATE changelog_labels SET name = normalize(name) WHERE organization_id = r.organization_id AND id = r.id;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END LOOP;
  UPDATE statuses SET name = normalize(name) WHERE name IS NOT NORMALIZED;
  UPDATE users SET labels = ARRAY(SELECT normalize(l) FROM unnest(labels) WITH ORDINALITY AS x(l, o) ORDER BY o)
    WHERE array_to_string(labels, ' ') IS NOT NORMALIZED;
END $$;

DROP FUNCTION "unicode_address"(TEXT);
DROP FUNCTION "unicode_label"(TEXT);

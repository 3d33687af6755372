"""Reads mails as Python's library does: a line with a path (and one of an expectation) on stdin, a line of JSON on stdout."""
import base64
import email
import email.policy
import html.parser
import json
import sys

blocks = {'p', 'div', 'br', 'tr', 'td', 'th', 'li', 'h1', 'h2', 'h3', 'h4', 'table', 'ul', 'ol', 'hr', 'blockquote', 'pre'}
unseen = {'script', 'style', 'head', 'title', 'template', 'noscript', 'select'}


class Words(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.words, self.hidden = [], []

    def handle_starttag(self, tag, attrs):
        if tag in unseen:
            self.hidden.append(tag)
        if tag in blocks:
            self.words.append('\n')

    def handle_endtag(self, tag):
        if self.hidden and self.hidden[-1] == tag:
            self.hidden.pop()
        if tag in blocks:
            self.words.append('\n')

    def handle_data(self, data):
        if not self.hidden:
            self.words.append(data)


def words_of(page):
    parser = Words()
    parser.feed(page)
    parser.close()
    return ''.join(parser.words)


def text_of(part):
    payload = part.get_payload(decode=True) or b''
    charset = part.get_content_charset() or 'utf-8'
    try:
        text = payload.decode(charset, 'replace')
    except (LookupError, ValueError):
        text = payload.decode('utf-8', 'replace')
    return words_of(text) if part.get_content_type() == 'text/html' else text


def name_of(part):
    try:
        return part.get_filename()
    except Exception:
        return None


def file_of(part):
    if part.get_content_maintype() == 'message' and part.is_multipart():
        return {'name': name_of(part), 'type': part.get_content_type(), 'content': None}
    payload = part.get_payload(decode=True) or b''
    return {'name': name_of(part), 'type': part.get_content_type(), 'content': base64.b64encode(payload).decode()}


def take(part, found):
    """Adds the texts of a part, each as a list of alternatives, and its files."""
    kind = part.get_content_type()
    if part.get_content_maintype() == 'multipart' and part.is_multipart():
        if kind == 'multipart/alternative':
            versions = []
            for child in part.get_payload():
                inner = {'texts': [], 'files': found['files']}
                take(child, inner)
                if inner['texts']:
                    versions.append('\n'.join(each[0] for each in inner['texts']))
            if versions:
                found['texts'].append(versions)
        else:
            for child in part.get_payload():
                take(child, found)
    elif kind in ('message/rfc822', 'message/global') and part.is_multipart():
        found['files'].append(file_of(part))
        for child in part.get_payload():
            take(child, found)
    elif kind in ('text/plain', 'text/html') and part.get_content_disposition() != 'attachment':
        found['texts'].append([text_of(part)])
        if name_of(part):
            found['files'].append(file_of(part))
    else:
        found['files'].append(file_of(part))


def subject_of(mail):
    try:
        return str(mail['subject'] or '')
    except Exception:
        return None


def sender_of(mail):
    try:
        sender = mail['from']
        first = sender.addresses[0] if sender is not None and sender.addresses else None
        return {'name': first.display_name, 'address': first.addr_spec} if first else None
    except Exception:
        return None


def expected_header(part, name):
    for header in part['headers']:
        if header['name'] == name and isinstance(header['value'], dict):
            return next(iter(header['value'].values()))
    return None


def expected_name(part):
    for header, attribute in (('content_disposition', 'filename'), ('content_type', 'name')):
        for each in (expected_header(part, header) or {}).get('attributes') or []:
            if each['name'] == attribute:
                return each['value']
    return None


def expected_type(part):
    kind = expected_header(part, 'content_type') or {}
    return f"{kind.get('c_type') or 'text'}/{kind.get('c_subtype') or 'plain'}"


def expectation(mail, found):
    """The expectations of mail-parser, in the same form."""
    parts = mail['parts']

    def words(ids):
        texts = []
        for each in ids:
            (kind, content), = parts[each]['body'].items()
            if kind == 'Text':
                texts.append(content)
            if kind == 'Html':
                texts.append(words_of(content))
        return '\n'.join(texts)

    versions = [text for text in (words(mail['text_body']), words(mail['html_body'])) if text.strip()]
    if versions:
        found['texts'].append(versions)
    for each in mail['attachments']:
        part = parts[each]
        (kind, content), = part['body'].items()
        data = content.encode() if kind in ('Text', 'Html') else None if kind == 'Message' else bytes(content)
        text = None if data is None else base64.b64encode(data).decode()
        found['files'].append({'name': expected_name(part), 'type': expected_type(part), 'content': text})
        if kind == 'Message':
            expectation(content, found)
    return found


def expected_of(path):
    with open(path) as file:
        mail = json.load(file)
    root = mail['parts'][0]
    sender = expected_header(root, 'from')
    people = sender if isinstance(sender, list) else (sender or {}).get('List') or []
    if isinstance(sender, dict) and 'Group' in sender:
        people = [each for group in sender['Group'] for each in group['addresses']]
    first = people[0] if people else None
    subject = expected_header(root, 'subject') or ''
    found = {'texts': [], 'files': [], 'subject': subject if isinstance(subject, str) else ' '.join(subject)}
    found['sender'] = {'name': first['name'] or '', 'address': first['address'] or ''} if first else None
    return expectation(mail, found)


def read(path):
    with open(path, 'rb') as file:
        raw = file.read()
    found = {'texts': [], 'files': []}
    try:
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        found.update(subject=subject_of(mail), sender=sender_of(mail))
        take(mail, found)
    except Exception as error:
        found['failed'] = repr(error)
    return found


for line in sys.stdin:
    path, _, expected = line.rstrip('\n').partition('\t')
    answer = {'peer': read(path)}
    if expected:
        answer['expected'] = expected_of(expected)
    print(json.dumps(answer), flush=True)

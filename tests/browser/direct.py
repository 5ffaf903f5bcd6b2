"""A visitor who speaks to the server without our page, as whoever they are signed in as."""

import json
from http.cookies import SimpleCookie
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value
from websockets.sync.client import connect

from tests.pages.people import SECRETS

WAIT = 30


def token(server):
    """The token that the server gives to whoever asks."""
    with urlopen(f"{server}/_stcore/health", timeout=WAIT) as answer:
        given = SimpleCookie(answer.headers["Set-Cookie"])
    return given["_streamlit_xsrf"].value


class Direct:
    """A session at a page.

    Attributes:
        controls: What the page has shown, its id to its kind, its message and its fragment.
        address: What the server has said that the address is.
    """

    def __init__(self, server, claims, page="", query=""):
        self.token = token(server)
        cookie = f"_streamlit_xsrf={self.token}"
        if claims:
            # A login's callback is at the address that the secrets name.
            kept = json.dumps({**claims, "origin": server, "is_logged_in": True})
            signed = create_signed_value(SECRETS["cookie_secret"], "_streamlit_user", kept)
            cookie += f"; _streamlit_user={signed.decode()}"
        self._to = (server, cookie)
        self._asked = (page, query)
        self.controls, self.session, self.address, self._hash = {}, "", query, ""

    def __enter__(self):
        server, cookie = self._to
        self._open = connect(
            f"{server.replace('http', 'ws', 1)}/_stcore/stream",
            subprotocols=["streamlit", self.token],
            additional_headers={"Cookie": cookie},
            origin=server,
            max_size=None,
        )
        self._socket = self._open.__enter__()
        self.said = self.send()
        return self

    def __exit__(self, *error):
        self._open.__exit__(*error)

    def send(self, fragment="", **states):
        """Presses and fills in; what the server then draws, as text.

        Args:
            states: The id of a control to its value; True presses it, a number is a slider's,
                a list that of a choice.
        """
        message = BackMsg()
        asked = message.rerun_script
        asked.page_name, asked.query_string = self._asked
        asked.page_script_hash, asked.fragment_id = self._hash, fragment
        for name, value in states.items():
            state = asked.widget_states.widgets.add(id=name)
            if value is True:
                state.trigger_value = True
            elif isinstance(value, float):
                state.double_array_value.data.append(value)
            elif isinstance(value, list):
                state.string_array_value.data.extend(value)
            else:
                state.string_value = value
        self._socket.send(message.SerializeToString())
        return self._drawn()

    def operation(self, file):
        """What comes back of a download that is made when it is asked for."""
        message = BackMsg()
        message.backend_operation_request.request_id = "r1"
        message.backend_operation_request.session_id = self.session
        message.backend_operation_request.deferred_file.file_id = file
        self._socket.send(message.SerializeToString())
        while True:
            answer = self._next()
            if answer.WhichOneof("type") == "backend_operation_response":
                return answer.backend_operation_response

    def upload(self, data=b"some text"):
        """The status of an upload into this session."""
        server, cookie = self._to
        edge = "edge-7f1b"
        head = f'--{edge}\r\nContent-Disposition: form-data; name="f"; filename="a.md"\r\n\r\n'
        body = head.encode() + data + f"\r\n--{edge}--\r\n".encode()
        headers = {"Cookie": cookie, "X-Xsrftoken": self.token}
        headers["Content-Type"] = f"multipart/form-data; boundary={edge}"
        place = f"{server}/_stcore/upload_file/{self.session}/file1"
        try:
            with urlopen(Request(place, body, headers, method="PUT"), timeout=WAIT) as answer:
                return answer.status
        except HTTPError as error:
            with error:
                return error.code

    def _next(self):
        message = ForwardMsg()
        message.ParseFromString(self._socket.recv(timeout=WAIT))
        return message

    def _drawn(self):
        said = []
        while True:
            message = self._next()
            kind = message.WhichOneof("type")
            if kind == "script_finished" and message.script_finished != 2:
                return "\n".join(said)
            if kind == "new_session":
                self.session = message.new_session.initialize.session_id
            if kind == "navigation":
                self._hash = message.navigation.page_script_hash
            if kind == "page_info_changed":
                self.address = message.page_info_changed.query_string
            if kind == "delta" and message.delta.WhichOneof("type") == "new_element":
                element = message.delta.new_element
                shown = getattr(element, element.WhichOneof("type"))
                said.append(str(shown))
                if name := getattr(shown, "id", ""):
                    kind = element.WhichOneof("type")
                    self.controls[name] = (kind, shown, message.delta.fragment_id)

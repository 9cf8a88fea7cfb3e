// The door between Python and the matcher (question.hpp): bytes in, bytes out.

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include "question.hpp"

namespace {

struct Interrupted {};

// Let Python handle signals, whose handlers may raise an exception.
void handle_signals() {
    if (PyErr_CheckSignals() < 0) throw Interrupted();
}

PyObject *answer(PyObject *, PyObject *argument) {
    Py_buffer view;
    if (PyObject_GetBuffer(argument, &view, PyBUF_SIMPLE) < 0) return nullptr;
    std::vector<int64_t> words;
    std::vector<int> mates;
    bool is_empty = false;
    const char *wrong = nullptr;
    PyObject *kind = nullptr;
    try {
        if (view.len % sizeof(int64_t)) throw matching::BadQuestion("a question consists of words of eight bytes");
        words.resize(static_cast<size_t>(view.len) / sizeof(int64_t));
        if (!words.empty()) std::memcpy(words.data(), view.buf, static_cast<size_t>(view.len));
        matching::Question question(words.data(), words.size());
        words = {};
        is_empty = !question.vertices();
        if (!is_empty) mates = question.answer();
    } catch (const matching::BadQuestion &error) {
        kind = PyExc_ValueError;
        wrong = error.what();
        PyErr_SetString(kind, wrong);
    } catch (const matching::TooLong &error) {
        kind = PyExc_OverflowError;
        wrong = error.what();
        PyErr_SetString(kind, wrong);
    } catch (const Interrupted &) {
        kind = PyErr_Occurred();
    } catch (const std::bad_alloc &) {
        kind = PyExc_MemoryError;
        PyErr_NoMemory();
    }
    PyBuffer_Release(&view);
    if (kind) return nullptr;
    if (mates.empty() && !is_empty) Py_RETURN_NONE;
    return PyBytes_FromStringAndSize(reinterpret_cast<const char *>(mates.data()),
                                     static_cast<Py_ssize_t>(mates.size() * sizeof(int)));
}

PyMethodDef methods[] = {
    {"answer", answer, METH_O, "The partner of each vertex in the cheapest matching, as 32-bit numbers, or None."},
    {nullptr, nullptr, 0, nullptr}};

PyModuleDef module = {PyModuleDef_HEAD_INIT, "native", nullptr, 0, methods, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit_native(void) {
    matching::between_stages = handle_signals;
    return PyModule_Create(&module);
}

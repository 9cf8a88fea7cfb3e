// The door between Python and the matcher (question.hpp): `question` writes a problem as bytes, `answer` solves it.

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <algorithm>
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

// Python has raised an exception.
struct Raised {};

// A reference to an object of Python, which is given back at the end.
struct Owned {
    PyObject *object;
    explicit Owned(PyObject *made) : object(made) {
        if (!object) throw Raised();
    }
    Owned(const Owned &) = delete;
    Owned &operator=(const Owned &) = delete;
    ~Owned() { Py_DECREF(object); }
};

// Only an `int` is taken, so that no code of Python runs while a list is read.
int64_t whole_number(PyObject *object) {
    if (!PyLong_Check(object)) {
        PyErr_SetString(PyExc_TypeError, "a question consists of whole numbers");
        throw Raised();
    }
    long long number = PyLong_AsLongLong(object);
    if (number == -1 && PyErr_Occurred()) throw Raised();
    return number;
}

// A list or tuple of Python, or the items of another iterable.
struct Items : Owned {
    explicit Items(PyObject *sequence) : Owned(PySequence_Fast(sequence, "a question consists of sequences")) {}
    Py_ssize_t size() const { return PySequence_Fast_GET_SIZE(object); }
    PyObject *operator[](Py_ssize_t place) const { return PySequence_Fast_GET_ITEM(object, place); }
};

// Add the numbers of a sequence, which must have `width` numbers unless it is -1.
void add_numbers(PyObject *sequence, std::vector<int64_t> &words, Py_ssize_t width = -1) {
    Items items(sequence);
    if (width >= 0 && items.size() != width) throw matching::BadQuestion("a row has another number of numbers");
    for (Py_ssize_t i = 0; i < items.size(); ++i) words.push_back(whole_number(items[i]));
}

// Add the numbers of all rows, and return how many rows there are.
int64_t add_rows(PyObject *sequence, std::vector<int64_t> &words, Py_ssize_t width) {
    Items rows(sequence);
    for (Py_ssize_t i = 0; i < rows.size(); ++i) add_numbers(Owned(Py_NewRef(rows[i])).object, words, width);
    return rows.size();
}

// Write a problem in the words of question.hpp.
std::vector<int64_t> words_of(PyObject *pairs, PyObject *alone, PyObject *shares, PyObject *numbers, PyObject *sums,
                              PyObject *digits, int64_t members, int64_t bye) {
    std::vector<int64_t> words(8), singles, costs, sizes, parts;
    const int64_t edges = add_rows(pairs, words, 3);
    Items each(alone);
    for (Py_ssize_t i = 0; i < each.size(); ++i) singles.push_back(each[i] == Py_None ? -1 : whole_number(each[i]));
    for (size_t i = 10; i < words.size(); i += 3) costs.push_back(words[i]);
    costs.insert(costs.end(), singles.begin(), singles.end());
    std::sort(costs.begin(), costs.end());
    costs.erase(std::unique(costs.begin(), costs.end()), costs.end());
    costs.erase(std::remove(costs.begin(), costs.end(), -1), costs.end());
    words.insert(words.end(), singles.begin(), singles.end());
    for (int64_t cost : costs) {
        Owned key(PyLong_FromLongLong(cost)), its_parts(PyObject_GetItem(shares, key.object));
        words.push_back(cost);
        words.push_back(add_rows(its_parts.object, parts, 2));
    }
    words.insert(words.end(), parts.begin(), parts.end());
    const size_t start = words.size();
    add_numbers(numbers, words);
    if (words.size() == start) words.resize(start + singles.size(), -1);
    const int64_t ordered = add_rows(sums, words, 2), places = add_rows(digits, words, 4);
    const int64_t head[] = {static_cast<int64_t>(singles.size()), edges, static_cast<int64_t>(costs.size()),
                            static_cast<int64_t>(parts.size() / 2), ordered, places, members, bye};
    std::copy(head, head + 8, words.begin());
    return words;
}

PyObject *question(PyObject *, PyObject *arguments) {
    PyObject *pairs, *alone, *shares, *numbers, *sums, *digits;
    long long members, bye;
    if (!PyArg_ParseTuple(arguments, "OOOOOOLL", &pairs, &alone, &shares, &numbers, &sums, &digits, &members, &bye))
        return nullptr;
    try {
        const std::vector<int64_t> words = words_of(pairs, alone, shares, numbers, sums, digits, members, bye);
        return PyBytes_FromStringAndSize(reinterpret_cast<const char *>(words.data()),
                                         static_cast<Py_ssize_t>(words.size() * sizeof(int64_t)));
    } catch (const matching::BadQuestion &error) {
        PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const Raised &) {
        // Python knows what is wrong.
    } catch (const std::bad_alloc &) {
        PyErr_NoMemory();
    }
    return nullptr;
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
    PyObject *found = PyList_New(static_cast<Py_ssize_t>(mates.size()));
    for (size_t i = 0; found && i < mates.size(); ++i) {
        PyObject *mate = PyLong_FromLong(mates[i]);
        if (!mate) Py_CLEAR(found);
        else PyList_SET_ITEM(found, static_cast<Py_ssize_t>(i), mate);
    }
    return found;
}

PyMethodDef methods[] = {
    {"question", question, METH_VARARGS, "A matching problem as bytes: lists of pairs, of costs and of the order."},
    {"answer", answer, METH_O, "The partner of each vertex in the cheapest matching, or None."},
    {nullptr, nullptr, 0, nullptr}};

PyModuleDef module = {PyModuleDef_HEAD_INIT, "native", nullptr, 0, methods, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit_native(void) {
    matching::between_stages = handle_signals;
    return PyModule_Create(&module);
}
